import { common } from './common.ts';
import { errors } from './errors.ts';
import { fleet } from './devices/fleet.ts';
import { shell } from './shell.ts';

/** The English texts of the first screen; the rest is loaded later. */
export const first = { common, shell, fleet, errors };
