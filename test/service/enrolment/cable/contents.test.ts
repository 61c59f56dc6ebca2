import { rmSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { previewCable, retryCable, startCable } from '../../../../shared/contract/enrolment/cable.ts';
import { aContent, someBytes, type TestContent } from '../../../support/a-content.ts';
import { aBundle, anApk } from '../../../support/an-app-bundle.ts';
import type { TestStation } from '../../../support/a-station.ts';
import { type AdbBench, realAdb } from '../../../support/adb-double/bench.ts';
import {
  aCableStation,
  aCartForCable,
  AGENT,
  aSmallApp,
  cableOf,
  HubOfHeadsets,
  onlyAgent,
} from '../../../support/cable-bench.ts';
import { sha256Of, upload } from '../../content/library/files.ts';
import { longTest } from '../../../support/long.ts';

const program = realAdb();
const LESSON = 'Volcanoes, part 1.mp4';
const LESSON_PATH = `/sdcard/Lessons/${LESSON}`;

describe.skipIf(program === undefined)('content over the cable', () => {
  const open = aCableStation(program);

  /** A cart whose recipe has a film besides the agent. */
  async function aCartWithFilm(station: TestStation, count = 1, more: readonly TestContent[] = []) {
    const film = aContent(station, {
      bytes: someBytes(900_000),
      name: LESSON,
      kind: 'file',
      mediaType: 'video/mp4',
    });
    const { smallAgent, ...recipeChanges } = onlyAgent(station);
    const contents = [film.sha256, ...more.map(({ sha256 }) => sha256)];
    const cart = await aCartForCable(station, count, {
      ...recipeChanges,
      contents,
      contentFolder: '/sdcard/Lessons/',
    });
    return { ...cart, film, smallAgent };
  }

  /** A hub whose headsets know the agent. */
  function aHub(bench: AdbBench, smallAgent: string): HubOfHeadsets {
    const hub = new HubOfHeadsets(bench);
    hub.packages.set(smallAgent, AGENT);
    return hub;
  }

  const contentStep = async (station: TestStation, serial: string) =>
    (await cableOf(station, serial))?.steps.find(({ step }) => step === 'contents');

  test('files are copied and apps installed, each verified by its digest; those already on the headset are skipped', async () => {
    const { bench, station } = await open();
    const app = aSmallApp(station, 'org.example.volcanoes');
    const { cart, film, smallAgent } = await aCartWithFilm(station, 2, [app]);
    await using hub = aHub(bench, smallAgent);
    hub.packages.set(app.sha256, 'org.example.volcanoes');
    const bare = await hub.headset({ serial: 'BARE' });
    const full = await hub.headset({ serial: 'FULL' });
    full.android.disk.write(LESSON_PATH, film.bytes);
    await full.android.run('cmd package install -r -S 1', () => Promise.resolve(app.bytes));
    bench.plug(bare, 1);
    bench.plug(full, 2);
    await station.call(startCable, { body: { cart } });
    for (const serial of ['BARE', 'FULL']) {
      await expect.poll(() => cableOf(station, serial)).toMatchObject({ state: 'ready' });
    }
    expect(bare.android.disk.digest(LESSON_PATH)).toBe(film.sha256);
    expect(bare.android.packages).toContain('org.example.volcanoes');
    expect(bare.android.disk.paths.filter((path) => path.endsWith('part'))).toEqual([]);
    expect(bare.android.commandLines).toContain(`sha256sum '${LESSON_PATH}.muster-part'`);
    expect(await contentStep(station, 'BARE')).toMatchObject({ state: 'done' });
    expect(await contentStep(station, 'FULL')).toMatchObject({ state: 'unchanged' });
  });

  test('an app in several parts is installed with all of them and its expansion file, and skipped where it is there', async () => {
    const { bench, station } = await open();
    const packageName = 'org.school.parts';
    const obb = { name: `main.7.${packageName}.obb`, content: someBytes(50_000) };
    const bytes = aBundle({}, [{ ...obb, name: `Android/obb/${packageName}/${obb.name}` }]);
    const { sha256 = '' } = (await upload(station, bytes, { name: 'parts.xapk' })).body.item ?? {};
    const { smallAgent, ...recipeChanges } = onlyAgent(station);
    const { cart } = await aCartForCable(station, 1, { ...recipeChanges, contents: [sha256] });
    await using hub = aHub(bench, smallAgent);
    hub.packages.set(sha256Of(anApk()), packageName);
    const double = await hub.headset({ serial: 'PARTS' });
    const { android } = double;
    bench.plug(double, 1);
    await station.call(startCable, { body: { cart } });
    await expect.poll(() => cableOf(station, 'PARTS')).toMatchObject({ state: 'ready' });

    const split = (name: string): string => sha256Of(anApk({ split: name }));
    const parts = [sha256Of(anApk()), split('config.arm64_v8a'), split('config.fr')];
    expect(android.sessions.committed).toEqual([parts]);
    expect(android.disk.digest(`/sdcard/Android/obb/${packageName}/${obb.name}`)).toBe(sha256Of(obb.content));
    const ready = await station.call(previewCable, { body: { cart } });
    expect(ready.body.items.flatMap(({ steps }) => steps)).toContainEqual(
      expect.objectContaining({ step: 'contents', state: 'unchanged' }),
    );
  });

  test('a file that arrives with other bytes is deleted from the headset, and the step fails', async () => {
    const { bench, station } = await open();
    const { cart, film, smallAgent } = await aCartWithFilm(station);
    await using hub = aHub(bench, smallAgent);
    const double = await hub.headset({ serial: 'LOSSY' });
    double.android.disk.onWrite = (bytes) => (bytes.length === film.bytes.length ? bytes.subarray(1) : bytes);
    bench.plug(double, 1);
    await station.call(startCable, { body: { cart } });
    await expect.poll(() => cableOf(station, 'LOSSY')).toMatchObject({ state: 'failed' });
    expect(await contentStep(station, 'LOSSY')).toMatchObject({ failure: 'DIGEST_WRONG', words: LESSON });
    expect(double.android.disk.paths.filter((path) => path.startsWith('/sdcard'))).toEqual([]);

    double.android.disk.onWrite = (bytes) => bytes;
    await station.call(retryCable, { body: { serial: 'LOSSY' } });
    await expect.poll(() => cableOf(station, 'LOSSY')).toMatchObject({ state: 'ready' });
    expect(double.android.disk.digest(LESSON_PATH)).toBe(film.sha256);
  });

  test('a push that fills the storage says so, leaves nothing, and is retried when there is space', async () => {
    const { bench, station } = await open();
    const { cart, film, smallAgent } = await aCartWithFilm(station);
    await using hub = aHub(bench, smallAgent);
    const double = await hub.headset({ serial: 'FILLED' });
    const { disk } = double.android;
    let arrived = 0;
    disk.onArrival = (bytes) => {
      arrived += bytes;
      // Another program on the headset uses the free space.
      if (arrived > 400_000) disk.totalBytes = 300_000;
    };
    bench.plug(double, 1);
    await station.call(startCable, { body: { cart } });
    await expect.poll(() => cableOf(station, 'FILLED')).toMatchObject({ state: 'failed' });
    expect(await contentStep(station, 'FILLED')).toMatchObject({ failure: 'NO_ROOM', advice: 'FREE_SPACE' });
    expect((await contentStep(station, 'FILLED'))?.words).toContain('No space left on device');
    expect(disk.paths.filter((path) => path.startsWith('/sdcard'))).toEqual([]);

    disk.onArrival = () => undefined;
    disk.totalBytes = 8_000_000_000;
    await station.call(retryCable, { body: { serial: 'FILLED' } });
    await expect.poll(() => cableOf(station, 'FILLED')).toMatchObject({ state: 'ready' });
    expect(disk.digest(LESSON_PATH)).toBe(film.sha256);
    expect(double.android.commandLines.filter((line) => line.startsWith('cmd package install'))).toHaveLength(
      1,
    );
  });

  longTest(
    'a plug that is pulled in the middle of a push leaves no half file, and the push is gone on with',
    async () => {
      const { bench, station } = await open();
      const { cart, film, smallAgent } = await aCartWithFilm(station);
      await using hub = aHub(bench, smallAgent);
      const double = await hub.headset({ serial: 'HALF' });
      const { disk } = double.android;
      let arrived = 0;
      disk.onArrival = (bytes) => {
        arrived += bytes;
        if (arrived > 400_000) double.cut();
      };
      bench.plug(double, 1);
      await station.call(startCable, { body: { cart } });
      await expect.poll(() => arrived).toBeGreaterThan(400_000);
      await bench.unplug(double);
      await expect.poll(() => cableOf(station, 'HALF')).toMatchObject({ state: 'unplugged' });
      expect(disk.digest(LESSON_PATH)).toBeUndefined();

      disk.onArrival = () => undefined;
      bench.plug(double, 3);
      await expect.poll(() => cableOf(station, 'HALF')).toMatchObject({ state: 'ready' });
      expect(disk.digest(LESSON_PATH)).toBe(film.sha256);
    },
  );

  longTest('a slow hub shows how far a push is', async () => {
    const { bench, station } = await open();
    const { cart, smallAgent } = await aCartWithFilm(station);
    await using hub = aHub(bench, smallAgent);
    const double = await hub.headset({ serial: 'SLOW' });
    const { promise: open_, resolve: release } = Promise.withResolvers<undefined>();
    let arrived = 0;
    double.android.disk.onArrival = async (bytes) => {
      arrived += bytes;
      if (arrived > 400_000) await open_;
    };
    bench.plug(double, 1);
    await station.call(startCable, { body: { cart } });
    await expect.poll(() => contentStep(station, 'SLOW')).toMatchObject({ state: 'running' });
    await expect.poll(async () => (await contentStep(station, 'SLOW'))?.progress ?? 0).toBeGreaterThan(0.3);
    expect((await contentStep(station, 'SLOW'))?.endedAtMs).toBeNull();
    release(undefined);
    await expect.poll(() => cableOf(station, 'SLOW')).toMatchObject({ state: 'ready' });
  });

  test.each(['file', 'app'] as const)(
    'a %s that is missing from the station’s disk is reported, not retried forever',
    async (kind) => {
      const { bench, station } = await open();
      const app = aSmallApp(station, 'org.example.gone');
      const { cart, film, smallAgent } = await aCartWithFilm(station, 1, [app]);
      await using hub = aHub(bench, smallAgent);
      hub.packages.set(app.sha256, 'org.example.gone');
      rmSync((kind === 'file' ? film : app).file);
      const serial = `GONE-${kind}`;
      bench.plug(await hub.headset({ serial }), 1);
      await station.call(startCable, { body: { cart } });
      await expect.poll(() => cableOf(station, serial)).toMatchObject({ state: 'failed' });
      expect(await contentStep(station, serial)).toMatchObject({ failure: 'CONTENT_MISSING' });
    },
  );
});
