import type { Migration } from '../migrate.ts';
import { records } from './0010-records.ts';
import { revision } from './0020-revision.ts';
import { forgottenContent } from './0070-forgotten-content.ts';

/** Every step, oldest first, ids rising. */
export const migrations: readonly Migration[] = [records, revision, forgottenContent];
