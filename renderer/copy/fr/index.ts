import type { en } from '../en/index.ts';
import type { ShapeOf } from '../shape.ts';
import { audit } from './audit.ts';
import { classroom } from './class.ts';
import { care } from './care.ts';
import { carts } from './carts.ts';
import { common } from './common.ts';
import { configure } from './configure.ts';
import { content } from './content.ts';
import { docs } from './docs.ts';
import { enrol } from './enrol.ts';
import { errors } from './errors.ts';
import { fleet } from './fleet.ts';
import { headset } from './headset.ts';
import { macs } from './macs.ts';
import { network } from './network.ts';
import { people } from './people.ts';
import { shell } from './shell.ts';
import { station } from './station.ts';
import { statistics } from './statistics.ts';
import { sync } from './sync.ts';

/** Every sentence in French, by feature. */
export const fr = {
  common,
  shell,
  fleet,
  enrol,
  carts,
  configure,
  docs,
  errors,
  network,
  station,
  content,
  macs,
  statistics,
  class: classroom,
  people,
  audit,
  care,
  headset,
  sync,
} satisfies ShapeOf<typeof en>;
