import type { Migration } from '../migrate.ts';
import { commands } from './0030-commands.ts';
import { records } from './0010-records.ts';

/** Every step, oldest first, ids rising. */
export const migrations: readonly Migration[] = [records, commands];
