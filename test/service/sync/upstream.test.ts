import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { parseServeFlags } from '../../../main/cli/serve/serve-flags.ts';
import { getStation } from '../../../shared/contract/operations/station.ts';
import { listSyncRuns } from '../../../shared/contract/sync/sync-history.ts';
import { getSync, pauseSync, resumeSync, runSync } from '../../../shared/contract/sync/sync.ts';
import { checkUpstream, removeUpstream, setUpstream } from '../../../shared/contract/sync/upstream.ts';
import { aStation } from '../../support/a-station.ts';
import { aCentral } from '../../support/central-double/index.ts';
import { refused, refusedAt } from '../../support/refused.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { connect, syncNow } from '../../support/synced-station.ts';
import { aFolder } from '../../support/temp-folder.ts';

const station = await aSharedStation();
const set = (body: object) => station.call(setUpstream, { body });

test('the token of the central is in no answer and stored encrypted; it is sent to no other origin', async () => {
  await using central = await aCentral();
  central.add('sealed');
  await connect(station, central, { startsOver: true });

  const answers = [
    (await station.call(getSync)).body,
    (await station.call(getStation)).body,
    (await station.call(listSyncRuns)).body,
  ];
  expect(JSON.stringify(answers)).not.toContain(central.token);
  for (const name of readdirSync(station.folder).filter((each) => each.startsWith('muster.db')))
    expect(readFileSync(join(station.folder, name)).includes(central.token)).toBe(false);

  // Paused: nothing is served at the other path, so nothing may be requested there.
  await station.call(pauseSync);
  expect(await set({ url: `${central.url}/fleet` })).toMatchObject({ status: 200 });
  expect(await set({ url: 'https://another.example' })).toMatchObject(refusedAt('token'));
  expect(await set({ url: central.url })).toMatchObject({ status: 200 });
  await station.call(resumeSync);
});

test.for([
  ['no address', 'somewhere', 'url'],
  ['another scheme', 'ftp://central.example', 'url'],
  ['a password in it', 'https://me:secret@central.example', 'url'],
  ['a query', 'https://central.example/?token=1', 'url'],
] as const)('a URL with %s is refused', async ([, url, place]) => {
  expect(await set({ url, token: 'token' })).toMatchObject(refusedAt(place));
});

test('a station does not sync with itself, and a central with nobody', async () => {
  expect(await set({ url: station.url, token: 'token' })).toMatchObject(refusedAt('url'));
  await using central = await aStation({ role: 'central' });
  const body = { url: 'https://central.example', token: 'token' };
  expect(await central.call(setUpstream, { body })).toMatchObject(refused(409, 'CONFLICT'));
});

test('only the organisation of the station sees and decides about its sync', async () => {
  const { token } = await station.enterprise();
  const answers = [
    await station.call(getSync, { token }),
    await station.call(listSyncRuns, { token }),
    await station.call(pauseSync, { token }),
    await station.call(removeUpstream, { token }),
    await station.call(runSync, { token, body: {} }),
  ];
  for (const answer of answers) expect(answer).toMatchObject(refused(403, 'FORBIDDEN'));
  expect((await station.call(getStation, { token })).body.sync).toBeNull();
});

test('a check reports what is wrong, or how much the central has, and stores nothing', async () => {
  await using central = await aCentral();
  central.add('one');
  await connect(station, central, { startsOver: true });
  const check = async (body: object) => (await station.call(checkUpstream, { body })).body;
  const { token, url } = central;

  expect(await check({})).toMatchObject({
    isOk: true,
    organisations: ['school'],
    devices: 1,
    organisationNames: { school: 'The school' },
  });
  expect(await check({ token: 'wrong' })).toMatchObject({ isOk: false, finding: 'TOKEN_REFUSED' });
  expect(await check({ url: 'http://no-such-host.invalid', token })).toMatchObject({
    finding: 'NAME_UNKNOWN',
  });
  expect(await check({ url: 'http://127.0.0.1:1', token })).toMatchObject({
    finding: 'CONNECTION_REFUSED',
  });
  expect(await check({ url: url.replace('http:', 'https:'), token })).toMatchObject({ finding: 'TLS' });
  central.fault = () => ({ kind: 'answer', status: 403 });
  expect(await check({})).toMatchObject({ finding: 'FORBIDDEN' });
  central.now = () => Date.now();
  central.fault = () => undefined;
  expect(await syncNow(station)).toMatchObject({ state: 'upToDate', upstream: { url } });
});

test('a central connects to nobody: a check of another central is refused before anything is sent', async () => {
  let asked = 0;
  await using other = await aCentral();
  other.fault = () => {
    asked += 1;
    return undefined;
  };
  await using central = await aStation({ role: 'central' });
  const body = { url: other.url, token: other.token };

  expect(await central.call(checkUpstream, { body })).toMatchObject(refused(403, 'FORBIDDEN'));
  expect(asked).toBe(0);
  await station.call(checkUpstream, { body });
  expect(asked).toBeGreaterThan(0);
});

test('a refused token blocks sync until another one is entered', async () => {
  await using central = await aCentral();
  central.add('blocked');

  const blocked = await connect(station, { url: central.url, token: 'an-old-token' }, { startsOver: true });
  expect(blocked).toMatchObject({ state: 'blocked', reason: { code: 'TOKEN_REFUSED' }, linked: 0 });
  expect((await station.call(getStation)).body.sync).toMatchObject({ isConnected: false });

  expect(await connect(station, central)).toMatchObject({ state: 'upToDate', reason: null, linked: 1 });
});

test('a token for several organisations requires a choice', async () => {
  await using central = await aCentral();
  central.enterprises = ['school', 'college'];
  central.add('of-school');
  central.add('of-college', { enterprise: 'college' });

  const unsure = await connect(station, central, { startsOver: true });
  expect(unsure).toMatchObject({ state: 'blocked', reason: { code: 'SEVERAL_ORGANISATIONS' }, linked: 0 });

  const sure = await connect(station, central, { enterpriseId: 'college' });
  expect(sure).toMatchObject({ state: 'upToDate', linked: 1, upstream: { enterpriseId: 'college' } });
});

test('disconnected or paused sync is shown as such immediately, while its last run is still ending', async () => {
  await using central = await aCentral();
  for (const id of ['one', 'two']) central.add(id);
  const look = async () => (await station.call(getSync)).body;
  /** Stops sync while the central holds one of its requests, and watches the status meanwhile. */
  const endWithin = async (end: typeof pauseSync): Promise<void> => {
    const [arrived, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    central.fault = () => {
      arrived.resolve();
      return { kind: 'hold', until: release.promise };
    };
    expect(await syncNow(station, { waitSec: 0 })).toMatchObject({ upstream: { url: central.url } });
    await arrived.promise;
    let isOver = false;
    const ending = station.call(end).finally(() => (isOver = true));
    const seen = [await look()];
    while (!isOver) seen.push(await look());
    release.resolve();
    central.fault = () => undefined;
    const { state, upstream } = (await ending).body;
    expect(await look()).toMatchObject({ state, upstream, progress: null });
    // Never disconnected and active at the same time.
    const odd = seen.filter((each) => (each.upstream === null) !== (each.state === 'off'));
    expect(odd).toEqual([]);
  };

  await connect(station, central, { startsOver: true });
  await endWithin(removeUpstream);
  expect(await look()).toMatchObject({ state: 'off', upstream: null });
  await connect(station, central);
  await endWithin(pauseSync);
  expect(await look()).toMatchObject({ state: 'paused' });
  await station.call(resumeSync);
  expect(await syncNow(station)).toMatchObject({ state: 'upToDate' });
});

test('a pause lasts, even over a restart, until someone resumes sync', async () => {
  await using central = await aCentral();
  await using own = await aStation();
  central.add('paused');
  await connect(own, central);
  expect((await own.call(pauseSync)).body.state).toBe('paused');
  const before = central.arrivals.length;
  await own.restart();
  expect((await own.call(runSync, { body: {} })).body.state).toBe('paused');
  expect(central.arrivals).toHaveLength(before);

  await own.call(resumeSync);
  expect(await syncNow(own)).toMatchObject({ state: 'upToDate', linked: 1 });
});

test('flags that configure the central cannot be changed through the interface', async () => {
  await using central = await aCentral();
  central.add('flagged');
  await using own = await aStation({ upstream: { url: central.url, token: central.token } });

  expect(await syncNow(own)).toMatchObject({ linked: 1, upstream: { isSetByFlags: true } });
  const body = { url: 'https://another.example', token: 'token' };
  expect(await own.call(setUpstream, { body })).toMatchObject(refused(409, 'CONFLICT'));
  expect(await own.call(removeUpstream)).toMatchObject(refused(409, 'CONFLICT'));
});

test('the connection can be deleted; when it is entered again, nothing is pulled twice', async () => {
  await using central = await aCentral();
  central.add('again');
  await connect(station, central, { startsOver: true });

  const off = (await station.call(removeUpstream)).body;
  expect(off).toMatchObject({ state: 'off', upstream: null });
  expect(await station.call(runSync, { body: {} })).toMatchObject(refused(409, 'CONFLICT'));
  expect((await station.call(getStation)).body.sync).toBeNull();

  expect(await connect(station, central)).toMatchObject({ state: 'upToDate', linked: 1 });
  const [run] = (await station.call(listSyncRuns)).body.items;
  expect(run?.counts.arrived).toBeUndefined();
});

test('the command line accepts the URL with a file that contains the token', () => {
  using folder = aFolder();
  const file = join(folder.path, 'token');
  writeFileSync(file, 'the-token\n');
  const parse = (...flags: readonly string[]) => parseServeFlags([...flags, '--data', folder.path], {});

  expect(parse('--upstream', 'https://central.example/', '--upstream-token-file', file)).toMatchObject({
    kind: 'serve',
    options: { upstream: { url: 'https://central.example', token: 'the-token' } },
  });
  expect(parse('--upstream', 'https://central.example')).toMatchObject({ kind: 'usage' });
  expect(parse('--upstream', 'central', '--upstream-token-file', file)).toMatchObject({ kind: 'usage' });
  expect(
    parse('--upstream', 'https://central.example', '--upstream-token-file', `${file}-none`),
  ).toMatchObject({ kind: 'usage' });
  expect(
    parse('--role', 'central', '--upstream', 'https://c.example', '--upstream-token-file', file),
  ).toMatchObject({ kind: 'usage' });
});
