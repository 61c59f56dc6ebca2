export { placeEvent } from './place.ts';
export { type LifecycleEvent, recordLifecycle } from './record.ts';
export { deleteOldEvents, startRetention } from './retention.ts';
export { mountEvents } from './routes.ts';
export { type EventStore, type NewEvent, openEventStore } from './store.ts';
