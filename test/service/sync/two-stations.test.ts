import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  anEdit,
  covers,
  edited,
  EMPTY,
  type Flat,
  fromWire,
  isForStations,
  leavesOf,
} from '../../domain/sync/histories.ts';
import { aStation, type TestStation } from '../../support/a-station.ts';
import { agree, changed, conflictsByDevice, editAt, wantedOf } from './device-edits.ts';

const DEVICES = 12;
const ROUNDS = 3;
const SEED = Number(process.env['MUSTER_SEED'] ?? 20_261_122);

test('two stations, one after the other, and an admin edit the same devices of a real central: all end alike, and nothing is lost in silence', async () => {
  await using central = await aStation({ role: 'central', rateLimit: 0 });
  await using first = await aStation({ rateLimit: 0 });
  await using second = await aStation({ rateLimit: 0 });
  const all = [central, first, second];
  const slots = await central.slots(DEVICES);
  for (const station of [first, second]) {
    await station.send('PUT', '/station/upstream', { body: { url: central.url, token: central.token } });
    await agree(station);
  }
  const histories = slots.map(({ id, label }) => ({ id, agreed: { ...EMPTY, label } as Flat }));
  const edits = fc
    .sample(fc.array(anEdit, { maxLength: 5 }), { numRuns: DEVICES * ROUNDS * 3, seed: SEED })
    .values();

  for (let round = 0; round < ROUNDS; round += 1) {
    for (const station of [first, second]) await station.send('POST', '/station/sync/pause');
    const places = new Map<string, [string, string | undefined][]>();
    for (const { id, agreed } of histories) {
      for (const service of all) {
        const next = edited(agreed, (edits.next().value ?? []).filter(isForStations));
        await editAt(service, id, [agreed, next]);
        places.set(id, [...(places.get(id) ?? []), ...changed(leavesOf(agreed), leavesOf(next))]);
      }
    }
    // One after the other: what one wrote between another's reading and writing, the interface gives nobody a way to notice.
    for (const station of [first, second]) {
      await station.send('POST', '/station/sync/resume');
      await agree(station);
    }
    await agree(first);

    const known = await Promise.all([conflictsByDevice(first), conflictsByDevice(second)]);
    for (const history of histories) {
      const [there, ...here] = await Promise.all(all.map((service) => shown(service, history.id)));
      expect(here).toEqual([there, there]);
      const outcome = leavesOf(there ?? EMPTY);
      const paths = known.flatMap((byDevice) => byDevice.get(history.id) ?? []);
      const lost = (places.get(history.id) ?? []).filter(
        ([place, value]) => outcome.get(place) !== value && !paths.some((path) => covers(path, place)),
      );
      expect({ lost, paths }).toEqual({ lost: [], paths });
      history.agreed = there ?? EMPTY;
    }
  }
}, 120_000);

async function shown(service: TestStation, id: string): Promise<Flat> {
  const { body } = await service.send('GET', `/devices/${id}`);
  return fromWire(wantedOf(body as Record<string, unknown>));
}
