import { operationsOf } from '../operations-of.ts';
import * as statisticsBehind from './statistics-behind.ts';
import * as statisticsNow from './statistics-now.ts';
import * as statistics from './statistics.ts';

export const operations = operationsOf({ ...statisticsBehind, ...statisticsNow, ...statistics });
