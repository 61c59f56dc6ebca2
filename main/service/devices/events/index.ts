export type { ArrivedEvent } from './arrivals.ts';
export { type ClockReading, judgeClocks, skewOf } from './clock-skew.ts';
export { eventTime } from './event-time.ts';
export { countEvents } from './page.ts';
export { recordEvent } from './record.ts';
export { startRetention } from './retention.ts';
export type { EventStore, NewEvent, NewEvents, StoredEvent } from './store.ts';
