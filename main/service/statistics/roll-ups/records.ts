import type { Records } from '../../devices/index.ts';
import { RollUps } from './roll-ups.ts';

/** The device records with the sums that statistics are made from. */
export type StatisticsRecords = Records & { readonly rollUps: RollUps };

/** Opens the sums beside the device records. */
export function openStatisticsRecords(records: Records): StatisticsRecords {
  return { ...records, rollUps: new RollUps(records.core) };
}
