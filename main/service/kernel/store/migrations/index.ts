import type { Migration } from '../migrate.ts';
import { firstSchema } from '../schema/index.ts';

/**
 * Every step, oldest first, ids rising. The first makes the schema of release 0.1.0; its id is above those of all steps
 * before that release, whose stores are refused.
 */
export const migrations: readonly Migration[] = [{ id: 1000, name: 'first schema', sql: firstSchema }];
