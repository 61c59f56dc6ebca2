import type { Migration } from '../migrate.ts';
import { records } from './0010-records.ts';
import { webhooks } from './0050-webhooks.ts';

/** Every step, oldest first, ids rising. */
export const migrations: readonly Migration[] = [records, webhooks];
