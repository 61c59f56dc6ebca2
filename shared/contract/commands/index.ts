import { operationsOf } from '../operations-of.ts';
import * as availability from './availability.ts';
import * as commands from './commands.ts';
import * as stream from './stream.ts';
import * as views from './views.ts';

export const operations = operationsOf({ ...availability, ...commands, ...stream, ...views });
