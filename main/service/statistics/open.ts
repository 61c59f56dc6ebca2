import type { Access } from '../access/index.ts';
import type { Devices } from '../devices/index.ts';
import type { Module } from '../kernel/module.ts';
import { mountStatistics } from './history/routes.ts';
import { mountStatisticsNow } from './now/routes.ts';
import { openStatisticsRecords, type StatisticsRecords } from './roll-ups/records.ts';

/** Statistics about headsets. */
export type Statistics = Module & { readonly records: StatisticsRecords };

/** Opens the roll-ups of the statistics, and keeps them up to date. */
export function openStatistics(devices: Devices, { enterpriseId }: Access): Statistics {
  const records = openStatisticsRecords(devices.records);
  const counting = new AbortController();
  records.rollUps.start(counting.signal);
  return {
    records,
    mount(http) {
      mountStatistics(http, records, enterpriseId);
      mountStatisticsNow(http, records);
    },
    async stop() {
      counting.abort();
    },
    close: () => records.rollUps.stop(),
  };
}
