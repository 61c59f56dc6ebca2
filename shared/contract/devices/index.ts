import { operationsOf } from '../operations-of.ts';
import * as devices from './devices.ts';
import * as events from './events.ts';
import * as groups from './groups.ts';
import * as lookup from './lookup.ts';
import * as records from './records.ts';
import * as metadata from './metadata.ts';

export const operations = operationsOf({
  ...devices,
  ...events,
  ...groups,
  ...lookup,
  ...records,
  ...metadata,
});
