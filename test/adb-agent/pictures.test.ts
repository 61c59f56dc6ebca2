import { decode } from 'jpeg-js';
import { expect, test } from 'vitest';
import Vips from 'wasm-vips';

import { Pictures } from '../../main/adb-agent/body/pictures.ts';
import { systemClock } from '../../main/agent/clock.ts';
import { StationClient } from '../../main/agent/station/station-client.ts';
import { TestHeadset } from '../support/linked-headset.ts';
import { aSharedStation } from '../support/shared-station.ts';
import { allowViews, lookAt } from '../support/views.ts';

const station = await aSharedStation();
const vips = await Vips({ dynamicLibraries: [] });

/** A screen with a dark left half and a light right half, as `screencap -p` prints it. */
function aScreen(width: number, height: number): Uint8Array {
  const left = vips.Image.black(Math.floor(width / 2), height).linear([1], [40]);
  const right = vips.Image.black(width - Math.floor(width / 2), height).linear([1], [220]);
  const screen = left.join(right, 'horizontal').cast('uchar');
  return Uint8Array.from(screen.pngsaveBuffer());
}

/** A headset that answers to `screencap` with these bytes; `said` are its other commands. */
function pictureAgent(
  headset: TestHeadset,
  {
    screen,
    isAllowed = true,
    isAsleep = false,
    hasTwoEyes = true,
  }: {
    screen: Uint8Array;
    isAllowed?: boolean;
    isAsleep?: boolean;
    hasTwoEyes?: boolean;
  },
) {
  const said: string[][] = [];
  const end = new AbortController();
  const adb = {
    run: async (command: readonly string[]) => {
      said.push([...command]);
      return { exitCode: 0, stdout: '', stderr: '' };
    },
    capture: async (command: readonly string[]) => {
      said.push([...command]);
      return screen;
    },
  };
  const pictures = new Pictures({
    station: new StationClient(station.url, headset.token, systemClock),
    deviceId: headset.id,
    adb: () => adb,
    isAllowed: () => isAllowed,
    isAsleep: () => isAsleep,
    hasTwoEyes,
    signal: end.signal,
  });
  return { pictures, said, [Symbol.dispose]: () => end.abort() };
}

/** Watches a headset on a board, and carries out the command that it gets. */
async function watched(headset: TestHeadset, pictures: Pictures) {
  await allowViews(station);
  void lookAt(station, `board-${headset.id}`, [headset]);
  const { commandId, event, message } = await headset.next('views-wanted');
  const reaction = await pictures.execute({ event, message });
  await headset.answer(commandId, reaction?.answer ?? {});
  return reaction;
}

async function pictureOf({ id }: TestHeadset) {
  const headers = { authorization: `Bearer ${station.token}` };
  const answer = await fetch(`${station.url}/station/views/${id}/picture`, { headers });
  return answer.status === 200 ? decode(new Uint8Array(await answer.arrayBuffer())) : null;
}

test('a board shows one eye of the screen, small', async () => {
  await using headset = await TestHeadset.linked(station);
  using agent = pictureAgent(headset, { screen: aScreen(4_128, 2_208) });
  await watched(headset, agent.pictures);
  await expect.poll(() => pictureOf(headset)).not.toBeNull();
  const picture = await pictureOf(headset);
  expect(picture).toMatchObject({ width: 299, height: 320 });
  // The right half is light.
  expect(Math.max(...(picture?.data ?? []).filter((_, at) => at % 4 === 0))).toBeLessThan(60);
});

test('a phone is shown whole', async () => {
  await using headset = await TestHeadset.linked(station);
  using agent = pictureAgent(headset, { screen: aScreen(1_920, 1_080), hasTwoEyes: false });
  await watched(headset, agent.pictures);
  await expect.poll(() => pictureOf(headset)).toMatchObject({ width: 320, height: 180 });
});

test('the wearer is told who watches, once', async () => {
  await using headset = await TestHeadset.linked(station);
  using agent = pictureAgent(headset, { screen: aScreen(64, 64) });
  const message = { everySec: 3, forSec: 1, watchers: [{ name: "Ms O'Neill; reboot" }] };
  await agent.pictures.execute({ event: 'views-wanted', message });
  await agent.pictures.execute({ event: 'views-wanted', message });
  expect(agent.said.filter(([tool]) => tool === 'cmd')).toEqual([
    ['cmd', 'notification', 'post', '-t', 'Muster', 'muster-views', "Watching: Ms O'Neill; reboot"],
  ]);
});

test('screen sharing that is switched off is respected, and said', async () => {
  await using headset = await TestHeadset.linked(station);
  using agent = pictureAgent(headset, { screen: aScreen(64, 64), isAllowed: false });
  expect(await watched(headset, agent.pictures)).toMatchObject({
    answer: { accepted: false, reason: 'SCREENSHARING_DISABLED' },
  });
  expect(agent.said).toEqual([]);
});

test('damaged and hostile screens send nothing, and the next one is tried', async () => {
  await using headset = await TestHeadset.linked(station);
  const screen = aScreen(64, 64);
  const broken = { screen: screen.subarray(0, screen.length / 2) };
  using agent = pictureAgent(headset, broken);
  await agent.pictures.execute({ event: 'views-wanted', message: { everySec: 0.05, forSec: 60 } });
  await expect.poll(() => agent.said.length).toBeGreaterThan(2);
  expect(await pictureOf(headset)).toBeNull();
});

test('live video is refused with the documented reason', async () => {
  await using headset = await TestHeadset.linked(station);
  using agent = pictureAgent(headset, { screen: aScreen(64, 64) });
  expect(await agent.pictures.execute({ event: 'view-offer', message: {} })).toMatchObject({
    answer: { accepted: false, reason: 'UNKNOWN_COMMAND' },
  });
});
