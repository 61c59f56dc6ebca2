import { common } from './common.ts';
import { errors } from './errors.ts';
import { fleet } from './devices/fleet.ts';
import { shell } from './shell.ts';

/** What the first screen says in English; the rest follows. */
export const first = { common, shell, fleet, errors };
