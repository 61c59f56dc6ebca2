export { followStream, NO_STREAM, type StreamReport, streamEventType } from './events.ts';
export { openStreamStates, type StreamStates } from './store.ts';
