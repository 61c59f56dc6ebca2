import { operationsOf } from '../operations-of.ts';
import * as classCommands from './class.ts';
import * as lessons from './lessons.ts';

export const operations = operationsOf({ ...classCommands, ...lessons });
