export type { ArrivedEvent } from './arrivals.ts';
export { placeEvent } from './place.ts';
export { recordEvent } from './record.ts';
export { deleteOldEvents, forgetOld, startRetention } from './retention.ts';
export { mountEvents } from './routes.ts';
export { type EventStore, type NewEvent, type NewEvents, openEventStore, type StoredEvent } from './store.ts';
