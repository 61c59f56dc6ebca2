import { createSlots } from '../../shared/contract/operations/station.ts';
import {
  getCable,
  setCableRecipe,
  stopCable,
  type CableHeadset,
  type CableView,
} from '../../shared/contract/enrolment/cable.ts';
import { afterAll, beforeEach, expect } from 'vitest';
import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { join } from 'node:path';

import { openLibraryStore } from '../../main/service/content/index.ts';
import type { ServiceOptions } from '../../main/service/index.ts';
import { aContent, digestOf, piecesOf, someBytes, type TestContent } from './a-content.ts';
import { type Requested, aStation, type TestStation } from './a-station.ts';
import { Agents } from './adb-double/agent.ts';
import type { AndroidOptions } from './adb-double/android-options.ts';
import { Android } from './adb-double/android.ts';
import { AdbBench } from './adb-double/bench.ts';
import { HeadsetDouble, type HeadsetMode } from './adb-double/headset.ts';
import { SETTINGS_APK_FILE } from './real-apks.ts';
import { type ServedStation, serveStation } from './served-station.ts';

/** The package of the agent in these tests: a real APK that is never run. */
export const AGENT = 'io.appium.settings';
const RECEIVER = `${AGENT}/.AdminReceiver`;

/** Adds the agent's APK to the library as if an upload had read it. */
export function anAgent(station: Pick<TestStation, 'folder' | 'enterpriseId'>): TestContent {
  const bytes = readFileSync(SETTINGS_APK_FILE);
  const sha256 = digestOf(bytes);
  const db = new Database(join(station.folder, 'muster.db'), { timeout: 5_000 });
  try {
    const apk = {
      packageName: AGENT,
      versionCode: 80,
      versionName: '8.0',
      label: 'Agent',
      minSdk: 26,
      permissions: [],
      parts: null,
    };
    openLibraryStore(db).addFile(
      { sha256, sizeBytes: bytes.length, pieces: [sha256], apk, finding: null, icon: null },
      Date.now(),
    );
  } finally {
    db.close();
  }
  return aContent(station, { bytes, name: 'agent.apk' });
}

/** Adds an application to the library that is never run, by default a small one, for tests that need no real one. */
export function aSmallApp(
  station: Pick<TestStation, 'folder' | 'enterpriseId'>,
  packageName: string,
  bytes = someBytes(20_000),
): TestContent {
  const sha256 = digestOf(bytes);
  const db = new Database(join(station.folder, 'muster.db'), { timeout: 5_000 });
  try {
    const facts = { packageName, versionCode: 1, versionName: '1', label: packageName, minSdk: 26 };
    openLibraryStore(db).addFile(
      {
        sha256,
        sizeBytes: bytes.length,
        pieces: piecesOf(bytes),
        apk: { ...facts, permissions: [], parts: null },
        finding: null,
        icon: null,
      },
      Date.now(),
    );
  } finally {
    db.close();
  }
  return aContent(station, { bytes, name: `${packageName}.apk` });
}

/** A recipe with only a small agent, for tests of one step. */
export function onlyAgent(station: Pick<TestStation, 'folder' | 'enterpriseId'>) {
  const { sha256 } = aSmallApp(station, AGENT);
  return { agent: { sha256 }, wifi: null, timezone: null, locale: null, smallAgent: sha256 };
}

/**
 * A real adb server and a station in front of it, opened by the first test that needs them and closed after the last.
 */
export function aCableStation(
  program: string | undefined,
  options: Partial<ServiceOptions> = {},
  network: Pick<NonNullable<ServiceOptions['cable']>, 'mdns' | 'findHosts'> = {},
) {
  let bench: AdbBench | undefined;
  let station: TestStation | undefined;
  const open = async (): Promise<{ bench: AdbBench; station: TestStation }> => {
    bench ??= await AdbBench.start(program ?? '');
    station ??= await aStation({
      rateLimit: 0,
      cable: { adb: { port: bench.port, program: null }, usbFolder: '/nowhere', ...network },
      ...options,
    });
    return { bench, station };
  };
  // The work of an earlier test must not continue with the headsets of the next.
  beforeEach(async () => {
    await (await open()).station.call(stopCable);
  });
  afterAll(async () => {
    await station?.[Symbol.asyncDispose]();
    await bench?.[Symbol.asyncDispose]();
  });
  return open;
}

/** A recipe as the station accepts it. */
export function aRecipe(cart: string, agentSha256: string, changes: Record<string, unknown> = {}) {
  return {
    cart,
    name: 'Science week',
    agent: {
      sha256: agentSha256,
      permissions: ['android.permission.RECORD_AUDIO'],
      appOps: [{ operation: 'SYSTEM_ALERT_WINDOW' }],
      deviceOwner: RECEIVER,
    },
    wifi: { ssid: 'CART-A', password: 'secret of cart a' },
    timezone: 'Europe/Paris',
    locale: 'fr-FR',
    handOver: {
      component: `${AGENT}/.EnrolReceiver`,
      extras: [
        { name: 'file', value: '{file}' },
        { name: 'url', value: '{url}' },
      ],
    },
    ...changes,
  };
}

/** The parts of a station that these helpers need, also of one in its own process. */
type CableStation = Pick<TestStation, 'folder' | 'enterpriseId' | 'url' | 'call'>;

/** A station in its own process that uses the adb server of a bench, as a person starts it. */
export async function aServedCableStation(
  bench: AdbBench,
  folder: string,
  flags: readonly string[] = [],
): Promise<{ served: ServedStation; station: CableStation }> {
  const through = ['env', `ANDROID_ADB_SERVER_PORT=${bench.port}`];
  const served = await serveStation(folder, flags, through);
  const call: CableStation['call'] = async (endpoint, asked?: Requested) => {
    const { params = {}, body, token = served.token } = { ...asked };
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
    const answer = await fetch(served.url + path, {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const reply: unknown = await answer.json();
    expect({ path, status: answer.status, said: reply }).toMatchObject({ status: 200 });
    return { status: answer.status, headers: answer.headers, body: endpoint.reply.parse(reply) };
  };
  return { served, station: { folder, enterpriseId: served.enterpriseId, url: served.url, call } };
}

/** A cart with free slots and a recipe. */
export async function aCartForCable(
  station: CableStation,
  count: number,
  changes: Record<string, unknown> = {},
) {
  const cart = `cart-${Math.random().toString(36).slice(2)}`;
  const agent = anAgent(station);
  const { body } = await station.call(createSlots, {
    body: { count, labelPrefix: 'A-', cart: { id: cart, label: cart } },
  });
  const recipe = aRecipe(cart, agent.sha256, { stationUrl: station.url, ...changes });
  const saved = await station.call(setCableRecipe, { body: recipe });
  expect(saved.status).toBe(200);
  return { cart, agent, recipe, slots: body.items };
}

/** Headsets at the ports of a hub, with agents that enrol. */
export class HubOfHeadsets implements AsyncDisposable {
  readonly agents = new Agents();
  /** Package names of the applications for headsets, by digest. */
  readonly packages = new Map([[digestOf(readFileSync(SETTINGS_APK_FILE)), AGENT]]);
  readonly #bench: AdbBench;
  readonly #doubles: HeadsetDouble[] = [];

  constructor(bench: AdbBench) {
    this.#bench = bench;
  }

  /** Creates a headset that is not connected yet. */
  async headset({
    isAllowed,
    mode,
    ...options
  }: Partial<AndroidOptions> & HeadsetMode = {}): Promise<HeadsetDouble> {
    const serial = options.serial ?? `1WMHH${String(this.#doubles.length + 1).padStart(4, '0')}`;
    const android = new Android({
      packageOf: (sha256) => this.packages.get(sha256),
      ...options,
      serial,
    });
    android.wifiPassword = 'secret of cart a';
    this.agents.on(android);
    const double = await HeadsetDouble.start(android, { isAllowed, mode });
    this.#doubles.push(double);
    return double;
  }

  /** Returns a created one by its serial number. */
  of(serial: string): HeadsetDouble {
    const double = this.#doubles.find(({ android }) => android.serial === serial);
    if (double === undefined) throw new Error(`There is no headset ${serial}`);
    return double;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.agents[Symbol.asyncDispose]();
    for (const double of this.#doubles) {
      await this.#bench.unplug(double);
      await double.stop();
    }
  }
}

/** Returns the headset as the station shows it now, connected or not. */
export async function cableOf(
  station: Pick<CableStation, 'call'>,
  serial: string,
): Promise<CableHeadset | undefined> {
  const { body } = await station.call(getCable);
  return headsetIn(body, serial);
}

export function headsetIn({ hubs, away }: CableView, serial: string): CableHeadset | undefined {
  const plugged = hubs.flatMap(({ ports }) => ports.map(({ headset }) => headset));
  return [...plugged, ...away].find((headset) => headset?.serial === serial) ?? undefined;
}
