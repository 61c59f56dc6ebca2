import { operations as access } from './access/index.ts';
import { operations as classroom } from './classroom/index.ts';
import { operations as commands } from './commands/index.ts';
import { operations as configuration } from './configuration/index.ts';
import { operations as content } from './content/index.ts';
import { operations as devices } from './devices/index.ts';
import { operations as enrolment } from './enrolment/index.ts';
import { operations as network } from './network/index.ts';
import { operations } from './operations/index.ts';
import { operations as statistics } from './statistics/index.ts';
import { operations as sync } from './sync/index.ts';
import { deviceUpdates } from './devices/events.ts';
import { fleetUpdates } from './devices/fleet.ts';

/** Version of the interface description. Source: the API documentation, "Versioning". */
export const INTERFACE_VERSION = '1.0.0';

/** Every operation by its name, which is also its operation id in the OpenAPI document. */
export const contract = {
  ...access,
  ...devices,
  ...content,
  ...configuration,
  ...commands,
  ...classroom,
  ...statistics,
  ...enrolment,
  ...network,
  ...sync,
  ...operations,
} as const;

/** Every Server-Sent Events stream by its name. */
export const streams = {
  deviceUpdates,
  fleetUpdates,
} as const;
