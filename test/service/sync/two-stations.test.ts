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
} from './rules/histories.ts';
import { configureDevices } from '../../../shared/contract/configuration/configure.ts';
import { aStation, type TestStation } from '../../support/a-station.ts';
import { agree, changed, conflictsByDevice, editAt, desiredOf } from './device-edits.ts';

const DEVICES = 15;
/** These get no edits of their own, so that equal changes to them are uploaded in one call. */
const PLAIN = 6;
const ROUNDS = 2;
const SEED = Number(process.env['MUSTER_SEED'] ?? 20_261_122);

test('two stations that sync at the same time, and an admin, edit the same devices of a real central: all end the same, and nothing is lost silently', async () => {
  await using central = await aStation({ role: 'central', rateLimit: 0, checksReplies: false });
  await using first = await aStation({ rateLimit: 0, checksReplies: false });
  await using second = await aStation({ rateLimit: 0, checksReplies: false });
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
    for (const { id, agreed } of histories.slice(PLAIN)) {
      for (const service of all) {
        // A local description stays on its station, so the other one never gets it.
        const given = (edits.next().value ?? []).filter((edit) => edit.at[0] !== 'description');
        const next = edited(agreed, given.filter(isForStations));
        await editAt(service, id, [agreed, next]);
        places.set(id, [...(places.get(id) ?? []), ...changed(leavesOf(agreed), leavesOf(next))]);
      }
    }
    // Each writes the same to all of them, in one part, which is uploaded as one bulk call.
    const devicesId = slots.map(({ id }) => id);
    const ofAll = { first: { multimedia: round + 1 }, second: { alarm: round + 1 } };
    await first.call(configureDevices, { body: { devicesId, settings: { audio: ofAll.first } } });
    await second.call(configureDevices, { body: { devicesId, settings: { audio: ofAll.second } } });
    for (const { id } of histories)
      for (const [name, value] of Object.entries({ ...ofAll.first, ...ofAll.second }))
        places.set(id, [
          ...(places.get(id) ?? []),
          [JSON.stringify(['settings', 'audio', name]), JSON.stringify(value)],
        ]);
    await Promise.all([first, second].map((each) => each.send('POST', '/station/sync/resume')));
    await Promise.all([agree(first), agree(second)]);
    // The first to finish has not read what the other one wrote later.
    for (const station of [first, second]) await agree(station);

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
});

async function shown(service: TestStation, id: string): Promise<Flat> {
  const { body } = await service.send('GET', `/devices/${id}`);
  return fromWire(desiredOf(body as Record<string, unknown>));
}
