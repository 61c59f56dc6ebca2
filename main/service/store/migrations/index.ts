import type { Migration } from '../migrate.ts';
import { records } from './0010-records.ts';
import { statistics } from './0040-statistics.ts';

/** Every step, oldest first, ids rising. */
export const migrations: readonly Migration[] = [records, statistics];
