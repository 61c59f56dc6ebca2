import { operationsOf } from '../operations-of.ts';
import * as partner from './partner.ts';
import * as syncConflicts from './sync-conflicts.ts';
import * as syncHistory from './sync-history.ts';
import * as syncWaiting from './sync-waiting.ts';
import * as sync from './sync.ts';
import * as upstream from './upstream.ts';

export const operations = operationsOf({
  ...partner,
  ...syncConflicts,
  ...syncHistory,
  ...syncWaiting,
  ...sync,
  ...upstream,
});
