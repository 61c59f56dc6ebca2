import { operationsOf } from '../operations-of.ts';
import * as adbHeadsets from './adb/adb-headsets.ts';
import * as cable from './cable.ts';
import * as carts from './carts.ts';
import * as enrolment from './enrolment.ts';
import * as heartbeat from './heartbeat.ts';
import * as namedSlots from './named-slots.ts';
import * as pairing from './pairing.ts';
import * as wireless from './adb/wireless.ts';

export const operations = operationsOf({
  ...adbHeadsets,
  ...cable,
  ...carts,
  ...enrolment,
  ...heartbeat,
  ...namedSlots,
  ...pairing,
  ...wireless,
});
