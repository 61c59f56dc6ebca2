import type { Records } from '../../devices/index.ts';
import { RollUps } from './roll-ups.ts';

/** The device records with the roll-ups of statistics. */
export type StatisticsRecords = Records & { readonly rollUps: RollUps };

/** Opens the roll-ups beside the device records. */
export function openStatisticsRecords(records: Records): StatisticsRecords {
  return { ...records, rollUps: new RollUps(records.core) };
}
