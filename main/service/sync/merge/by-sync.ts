import { type Act, THE_STATION } from '../../devices/index.ts';

/** What the history says of values that came from the central. One run is one change, which goes on from device to device. */
export function bySync(continues: string | undefined): Act {
  return { by: THE_STATION, kind: 'sync', ...(continues === undefined ? {} : { continues }) };
}
