import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';

import {
  getCable,
  retryCable,
  setCableRecipe,
  startCable,
} from '../../../../shared/contract/enrolment/cable.ts';
import { createAcceptanceSheet } from '../../../../shared/contract/enrolment/carts.ts';
import { enrolDevice } from '../../../../shared/contract/enrolment/enrolment.ts';
import { getStation } from '../../../../shared/contract/operations/station.ts';
import { aLanStation } from '../../../support/a-lan.ts';
import { AdbBench, realAdb } from '../../../support/adb-double/bench.ts';
import {
  aCableStation,
  aCartForCable,
  AGENT,
  aRecipe,
  aServedCableStation,
  cableOf,
  HubOfHeadsets,
  onlyAgent,
} from '../../../support/cable-bench.ts';
import { aFolder } from '../../../support/temp-folder.ts';

const program = realAdb();
const PASSWORD = 'secret of cart a';

/** Returns every file of a folder as text. */
function textOfFiles(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}

/** Returns the contents of the cable's own tables. */
function cableRows(folder: string): string {
  const db = new Database(join(folder, 'muster.db'), { readonly: true });
  try {
    const rows = ['cable_recipe', 'cable_headset'].map((table) => db.prepare(`SELECT * FROM ${table}`).all());
    return JSON.stringify(rows);
  } finally {
    db.close();
  }
}

describe.skipIf(program === undefined)('secrets at the cable', () => {
  const open = aCableStation(program);

  test('tokens and the Wi-Fi password are in no command line, log, file of the station or answer', async () => {
    const { bench } = await open();
    using folder = aFolder();
    const { served, station } = await aServedCableStation(bench, folder.path, ['--log-level', 'trace']);
    let output = '';
    for (const stream of [served.child.stdout, served.child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    const { cart, slots } = await aCartForCable(station, 1);
    await using hub = new HubOfHeadsets(bench);
    const double = await hub.headset({ serial: 'SECRETS' });
    const { android } = double;
    // An agent that prints its file into its own error.
    android.wakeFailure = (file) => `cannot parse ${file}`;
    bench.plug(double, 1);
    await station.call(startCable, { body: { cart } });
    await expect.poll(() => cableOf(station, 'SECRETS')).toMatchObject({ state: 'failed' });
    const failed = (await cableOf(station, 'SECRETS'))?.steps.at(-1);
    expect(failed).toMatchObject({ step: 'enrol', failure: 'COMMAND_FAILED' });
    expect(failed?.words).toContain('•••');
    expect(android.disk.paths.filter((path) => path.endsWith('.json'))).toEqual([]);

    android.wakeFailure = () => null;
    await station.call(retryCable, { body: { serial: 'SECRETS' } });
    await expect.poll(() => cableOf(station, 'SECRETS')).toMatchObject({ state: 'ready' });
    const { accessToken = '', enrollmentToken = '' } = hub.agents.inputs[0] ?? {};
    expect(enrollmentToken).toBe(slots[0]?.enrollmentToken);
    expect(accessToken).toMatch(/^eyJ/);
    expect(android.wifi).toBe('CART-A');

    const view = JSON.stringify((await station.call(getCable)).body);
    const sheet = await station.call(createAcceptanceSheet, { body: { devicesId: [slots[0]?.id] } });
    const shown = [view, JSON.stringify(sheet.body), android.commandLines.join('\n')];
    await served.stop();
    const logged = output + textOfFiles(join(folder.path, 'logs'));
    expect(logged).toContain('"level":');
    const stored = [cableRows(folder.path), logged];
    for (const text of [...shown, ...stored]) {
      for (const secret of [accessToken, enrollmentToken, PASSWORD]) expect(text).not.toContain(secret);
    }
    // The slot's own token is in the store as for every slot; the password is encrypted, the access token nowhere.
    const files = textOfFiles(folder.path);
    expect(files).not.toContain(accessToken);
    expect(files).not.toContain(PASSWORD);
    expect(android.disk.paths.filter((path) => path.endsWith('.json'))).toEqual([]);
  });

  test('a recipe that would put the token on a command line is refused', async () => {
    const { station } = await open();
    const { cart, agent } = await aCartForCable(station, 1);
    for (const name of ['token', 'enrollmentToken', 'accessToken']) {
      const handOver = { component: `${AGENT}/.E`, extras: [{ name: 'token', value: `{${name}}` }] };
      const saved = await station.call(setCableRecipe, { body: aRecipe(cart, agent.sha256, { handOver }) });
      expect(saved.status).toBe(400);
    }
  });

  test('the access token of the file is void as soon as the headset has enrolled', async () => {
    const { bench, station } = await open();
    const { smallAgent, ...recipeChanges } = onlyAgent(station);
    const { cart, slots } = await aCartForCable(station, 2, recipeChanges);
    await using hub = new HubOfHeadsets(bench);
    hub.packages.set(smallAgent, AGENT);
    bench.plug(await hub.headset({ serial: 'VOID' }), 1);
    await station.call(startCable, { body: { cart } });
    await expect.poll(() => cableOf(station, 'VOID')).toMatchObject({ state: 'ready' });
    const token = hub.agents.inputs[0]?.accessToken ?? '';
    const body = { enrollmentToken: slots[1]?.enrollmentToken, androidId: 'somebody-else' };
    expect((await station.call(enrolDevice, { body, token })).status).toBe(401);
  });
});

describe.skipIf(program === undefined)('over the local network', () => {
  test('the agent gets the fingerprint of the station’s key and speaks to no other', async () => {
    await using bench = await AdbBench.start(program ?? '');
    const cable = { adb: { port: bench.port, program: null }, usbFolder: '/nowhere' };
    const { station, url } = await aLanStation({ rateLimit: 0, cable });
    await using _ = station;
    const other = await aLanStation();
    await using __ = other.station;
    const { smallAgent, ...recipeChanges } = onlyAgent(station);
    const { cart } = await aCartForCable(station, 2, { ...recipeChanges, stationUrl: url });
    await using hub = new HubOfHeadsets(bench);
    hub.packages.set(smallAgent, AGENT);
    const { tlsFingerprint } = (await station.call(getStation)).body;

    bench.plug(await hub.headset({ serial: 'PINNED' }), 1);
    await station.call(startCable, { body: { cart } });
    await expect.poll(() => cableOf(station, 'PINNED')).toMatchObject({ state: 'ready' });
    expect(hub.agents.inputs[0]).toMatchObject({ url, fingerprint: tlsFingerprint });

    // Another host answers at the station's address with another key.
    hub.agents.led = () => other.url;
    bench.plug(await hub.headset({ serial: 'LED-ASTRAY' }), 2);
    await expect.poll(() => hub.agents.headsets[1]?.state).toBe('refused');
    expect(hub.agents.inputs[1]).toMatchObject({ url, fingerprint: tlsFingerprint });
    expect(await cableOf(station, 'LED-ASTRAY')).toMatchObject({ state: 'running' });
  });
});
