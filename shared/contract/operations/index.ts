import { operationsOf } from '../operations-of.ts';
import * as audit from './audit.ts';
import * as backups from './backups.ts';
import * as diagnostics from './diagnostics.ts';
import * as program from './program.ts';
import * as station from './station.ts';
import * as webhooks from './webhooks.ts';

export const operations = operationsOf({
  ...audit,
  ...backups,
  ...diagnostics,
  ...program,
  ...station,
  ...webhooks,
});
