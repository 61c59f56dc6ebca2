import type { Check } from './check.ts';
import { commands } from './commands.ts';
import { backoff, stream } from './connection.ts';
import { download } from './download.ts';
import { leave, pin } from './ends.ts';
import { events } from './events.ts';
import { heartbeat, settings } from './settings.ts';
import { unknown } from './unknown.ts';

/** Every check of an enrolled agent, in order. After `leave` it has to enrol again, for those that follow. */
export const CHECKS: readonly Check[] = [
  heartbeat,
  settings,
  unknown,
  commands,
  events,
  download,
  stream,
  backoff,
  leave,
  pin,
];

export type { Check } from './check.ts';
