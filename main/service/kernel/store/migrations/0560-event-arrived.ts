import type { Migration } from '../migrate.ts';

/**
 * The events of a headset in the order of arrival (every index ends with the row number). Without it, uploading a
 * batch read all events the headset ever had: 2.9 s for two million.
 */
export const eventArrived: Migration = {
  id: 560,
  name: 'event-arrived',
  sql: 'CREATE INDEX device_event_arrived ON device_event (device_key);',
};
