import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { EventFile } from '../../main/adb-agent/events/event-file.ts';
import { Ledger } from '../../main/agent/reports/ledger.ts';
import { aFolder } from '../support/temp-folder.ts';

const HEADSET = { deviceId: 'slot/1', serial: 'S-1' };
const anEvent = (eventId: string) => ({ eventId, type: 'APP_STARTED', timestamp: 1, payload: null });
const idsOf = (ledger: Ledger) => ledger.nextBatch().map(({ eventId }) => eventId);

test('pending events outlive a killed station; acknowledged and refused ones do not', () => {
  using folder = aFolder();
  const first = new Ledger(new EventFile(folder.path, HEADSET));
  for (const id of ['a', 'b', 'c', 'd']) first.record(anEvent(id));
  const second = new Ledger(new EventFile(folder.path, HEADSET));
  expect(idsOf(second)).toEqual(['a', 'b', 'c', 'd']);
  second.settle({ acknowledged: ['a'], rejected: [{ eventId: 'b', reason: 'INVALID' }] });
  second.record(anEvent('e'));
  expect(idsOf(new Ledger(new EventFile(folder.path, HEADSET)))).toEqual(['c', 'd', 'e']);
  second.settle({ acknowledged: ['c', 'd', 'e'], rejected: [] });
  expect(readdirSync(folder.path)).toEqual([]);
});

test('a line that was cut off is no event, and the others are', () => {
  using folder = aFolder();
  new Ledger(new EventFile(folder.path, HEADSET)).record(anEvent('a'));
  const [name = ''] = readdirSync(folder.path);
  appendFileSync(join(folder.path, name), '{"eventId":"b","ty\n\u0000\n');
  expect(idsOf(new Ledger(new EventFile(folder.path, HEADSET)))).toEqual(['a']);
});

test('another headset in the same slot does not report the events of the former', () => {
  using folder = aFolder();
  new Ledger(new EventFile(folder.path, HEADSET)).record(anEvent('a'));
  expect(idsOf(new Ledger(new EventFile(folder.path, { ...HEADSET, serial: 'S-2' })))).toEqual([]);
});
