import type { en } from '../en/index.ts';
import type { ShapeOf } from '../shape.ts';
import { audit } from './operations/audit.ts';
import { classroom } from './classroom/class.ts';
import { care } from './operations/care.ts';
import { cable } from './enrolment/cable.ts';
import { carts } from './enrolment/carts.ts';
import { common } from './common.ts';
import { configure } from './configuration/configure.ts';
import { content } from './content/content.ts';
import { docs } from './operations/docs.ts';
import { enrol } from './enrolment/enrol.ts';
import { errors } from './errors.ts';
import { fleet } from './devices/fleet.ts';
import { headset } from './devices/headset.ts';
import { views } from './devices/views.ts';
import { macs } from './devices/macs.ts';
import { network } from './network/network.ts';
import { people } from './access/people.ts';
import { shell } from './shell.ts';
import { station } from './operations/station.ts';
import { statistics } from './statistics/statistics.ts';
import { sync } from './sync/sync.ts';
import { validation } from './validation.ts';
import { wireless } from './enrolment/wireless.ts';

/** All French texts, by feature. */
export const fr = {
  common,
  shell,
  fleet,
  enrol,
  cable,
  carts,
  configure,
  docs,
  errors,
  network,
  station,
  content,
  macs,
  views,
  statistics,
  class: classroom,
  people,
  audit,
  care,
  headset,
  sync,
  validation,
  wireless,
} satisfies ShapeOf<typeof en>;
