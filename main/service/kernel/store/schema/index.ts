import { access } from './access.ts';
import { classroom } from './classroom.ts';
import { commands } from './commands.ts';
import { configuration } from './configuration.ts';
import { content } from './content.ts';
import { devices } from './devices.ts';
import { enrolment } from './enrolment.ts';
import { kernel } from './kernel.ts';
import { network } from './network.ts';
import { operations } from './operations.ts';
import { statistics } from './statistics.ts';
import { sync } from './sync.ts';
import { enrolmentTriggers } from './enrolment-triggers.ts';

/** The schema of release 0.1.0: the tables of each module in a file of its own, in the order of the modules. */
export const firstSchema = [
  kernel,
  access,
  devices,
  content,
  configuration,
  commands,
  classroom,
  statistics,
  network,
  enrolment,
  sync,
  operations,
  enrolmentTriggers,
].join('');
