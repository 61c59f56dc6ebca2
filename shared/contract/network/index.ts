import { operationsOf } from '../operations-of.ts';
import * as lan from './lan.ts';
import * as networkChecks from './network-checks.ts';
import * as resolveMac from './resolve-mac.ts';
import * as routers from './routers.ts';

export const operations = operationsOf({ ...lan, ...networkChecks, ...resolveMac, ...routers });
