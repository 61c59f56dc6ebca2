import { createSlots } from '../../shared/contract/operations/station.ts';
import {
  getCable,
  setCableRecipe,
  type CableHeadset,
  type CableView,
} from '../../shared/contract/enrolment/cable.ts';
import { expect } from 'vitest';
import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { join } from 'node:path';

import { openLibraryStore } from '../../main/service/content/index.ts';
import { aContent, digestOf, type TestContent } from './a-content.ts';
import type { TestStation } from './a-station.ts';
import { Agents } from './adb-double/agent.ts';
import { Android, type AndroidGiven } from './adb-double/android.ts';
import type { AdbBench } from './adb-double/bench.ts';
import { HeadsetDouble } from './adb-double/headset.ts';
import { SETTINGS_APK_FILE } from './real-apks.ts';

/** The package of the agent in these tests: a real APK, whose bytes nobody runs. */
export const AGENT = 'io.appium.settings';
const RECEIVER = `${AGENT}/.AdminReceiver`;

/** Puts the agent's APK into the library as if an upload had read it. */
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

/** A recipe as the station takes it. */
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

/** A cart with free slots and a recipe. */
export async function aCartForCable(
  station: TestStation,
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
  readonly #bench: AdbBench;
  readonly #doubles: HeadsetDouble[] = [];

  constructor(bench: AdbBench) {
    this.#bench = bench;
  }

  /** Makes a headset that is not plugged in yet. */
  async headset(
    input: Partial<AndroidGiven> & { readonly isAllowed?: boolean } = {},
  ): Promise<HeadsetDouble> {
    const serial = input.serial ?? `1WMHH${String(this.#doubles.length + 1).padStart(4, '0')}`;
    const agent = digestOf(readFileSync(SETTINGS_APK_FILE));
    const android = new Android({
      packageOf: (sha256) => (sha256 === agent ? AGENT : undefined),
      ...input,
      serial,
    });
    android.wifiPassword = 'secret of cart a';
    this.agents.on(android);
    const double = await HeadsetDouble.start(android, input.isAllowed ?? true);
    this.#doubles.push(double);
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

/** What the station shows of a headset now, at its port or away. */
export async function cableOf(station: TestStation, serial: string): Promise<CableHeadset | undefined> {
  const { body } = await station.call(getCable);
  return headsetIn(body, serial);
}

export function headsetIn({ hubs, away }: CableView, serial: string): CableHeadset | undefined {
  const plugged = hubs.flatMap(({ ports }) => ports.map(({ headset }) => headset));
  return [...plugged, ...away].find((headset) => headset?.serial === serial) ?? undefined;
}
