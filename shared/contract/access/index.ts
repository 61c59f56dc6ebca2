import { operationsOf } from '../operations-of.ts';
import * as people from './people.ts';
import * as sessions from './sessions.ts';
import * as tokens from './tokens.ts';

export const operations = operationsOf({ ...people, ...sessions, ...tokens });
