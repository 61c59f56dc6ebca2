import { type Act, THE_STATION } from '../../devices/history/index.ts';

/** Returns how the history records changes from the central. All changes of one run are one entry. */
export function bySync(continues: string | undefined): Act {
  return { by: THE_STATION, kind: 'sync', ...(continues === undefined ? {} : { continues }) };
}
