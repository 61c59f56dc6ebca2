import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

import { enrolDevice } from '../../../shared/contract/enrolment/enrolment.ts';
import type { Sync } from '../../../shared/contract/sync/sync.ts';
import { aStation, type TestStation } from '../a-station.ts';
import { EventReader } from '../event-reader.ts';
import { connect, syncNow } from '../synced-station.ts';
import { asking, type School } from './cluster.ts';

const slotsSchema = z.object({ items: z.array(z.object({ enrollmentToken: z.string() })) });
const headsetsSchema = z.object({
  items: z.array(z.object({ id: z.string(), isLinked: z.boolean(), settingsRevision: z.int() })),
});
const resultsSchema = z.object({
  plan: z.object({ run: z.object({ state: z.string(), wave: z.int() }) }),
  results: z.array(z.object({ state: z.string() })),
});
const eventsSchema = z.object({ items: z.array(z.object({ eventId: z.string() })) });

/** How it ended. */
export type Settled = {
  /** States of the headsets of the rollout. */
  readonly states: readonly string[];
  /** How often the settings of each of them were written. */
  readonly written: readonly number[];
  readonly sync: Sync;
  /** Events of the station's headset that the central has, and those that the station received. */
  readonly known: readonly string[];
  readonly reported: readonly string[];
};

/** What a school does with its central: a station that syncs, linked headsets, a webhook and a rollout. */
export class SchoolLife implements AsyncDisposable {
  readonly #central: { readonly url: string; readonly token: string };
  readonly #linked: number;
  readonly #stack = new AsyncDisposableStack();
  readonly #stop = new AbortController();
  #station: TestStation | undefined;
  #reporting: Promise<void> | undefined;
  /** The headset of the station: its id at the central, and the events it reported. */
  #synced = { id: '', reported: [] as string[] };
  #plan = '';
  #revisions: ReadonlyMap<string, number> = new Map();

  private constructor(central: { readonly url: string; readonly token: string }, linked: number) {
    this.#central = central;
    this.#linked = linked;
  }

  static async start(url: string, { token }: School, linked: number): Promise<SchoolLife> {
    const life = new SchoolLife({ url, token }, linked);
    await life.#link();
    await life.#sync();
    const webhook = { url: 'http://school.invalid/', types: ['event.APP_STARTED'] };
    await life.#order('/station/webhooks', webhook);
    return life;
  }

  /** Starts a rollout of one wave for each linked headset. */
  async rollOut(): Promise<void> {
    const headsets = (await this.#headsets()).filter(({ isLinked }) => isLinked);
    const devicesId = headsets.map(({ id }) => id);
    this.#revisions = new Map(headsets.map(({ id, settingsRevision }) => [id, settingsRevision]));
    const plan = await this.#order('/station/plans', { devicesId, settings: { volume: 30 } });
    this.#plan = z.object({ id: z.string() }).parse(plan).id;
    await this.#order(`/station/plans/${this.#plan}/apply`, { waves: devicesId.map(() => 1) });
  }

  /** The wave of the rollout that is under way; undefined once it is done. */
  async wave(): Promise<number | undefined> {
    const { run } = (await this.#results()).plan;
    return run.state === 'running' ? run.wave : undefined;
  }

  /** Waits until the rollout is done, and the station has reported everything. */
  async settled(): Promise<Settled> {
    this.#stop.abort();
    await this.#reporting;
    while ((await this.wave()) !== undefined) await sleep(200);
    const states = (await this.#results()).results.map(({ state }) => state);
    const written = (await this.#headsets())
      .filter(({ id }) => this.#revisions.has(id))
      .map(({ id, settingsRevision }) => settingsRevision - (this.#revisions.get(id) ?? 0));

    const station = this.#station;
    if (station === undefined) throw new TypeError('No station');
    let sync = await syncNow(station);
    for (; sync.waiting.events > 0; sync = await syncNow(station)) await sleep(200);
    const known: string[] = [];
    for (let page = 1, isMore = true; isMore; page += 1) {
      const path = `/devices/${this.#synced.id}/events?type=APP_STARTED&limit=100&page=${String(page)}`;
      const { items } = eventsSchema.parse((await asking(this.#central, 'GET', path)).body);
      known.push(...items.map(({ eventId }) => eventId));
      isMore = items.length === 100;
    }
    return { states, written, sync, known: known.toSorted(), reported: this.#synced.reported.toSorted() };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#reporting;
    await this.#stack[Symbol.asyncDispose]();
  }

  async #order(path: string, order: object): Promise<unknown> {
    const { status, body } = await asking(this.#central, 'POST', path, order);
    if (status !== 200) throw new Error(`${path}: ${String(status)} ${JSON.stringify(body)}`);
    return body;
  }

  async #results(): Promise<z.infer<typeof resultsSchema>> {
    const path = `/station/plans/${this.#plan}/results`;
    return resultsSchema.parse((await asking(this.#central, 'GET', path)).body);
  }

  async #headsets(): Promise<z.infer<typeof headsetsSchema>['items']> {
    const { url, token } = this.#central;
    await using reader = await EventReader.open(`${url}/station/updates?snapshot=true`, {
      authorization: `Bearer ${token}`,
    });
    await reader.next('live');
    const pages = reader.events.filter(({ name }) => name === 'headsets');
    return pages.flatMap(({ data }) => headsetsSchema.parse(data).items);
  }

  /** Simulated headsets, connected to the central directly. */
  async #link(): Promise<void> {
    const { url, token } = this.#central;
    const flags = ['--station', url, '--count', String(this.#linked), '--pace-ms', '1', '--seed', 'life'];
    const child = spawn(process.execPath, ['main/cli/simulate.ts', ...flags], {
      stdio: ['ignore', 'ignore', 'ignore'],
      env: { ...process.env, MUSTER_TOKEN: token },
    });
    this.#stack.defer(async () => {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    });
    while ((await this.#headsets()).filter(({ isLinked }) => isLinked).length < this.#linked)
      await sleep(200);
  }

  /** A station with a headset that reports all the time. */
  async #sync(): Promise<void> {
    const station = this.#stack.use(await aStation({ rateLimit: 0, syncPace: 1 }));
    this.#station = station;
    const made = await this.#order('/station/slots', { count: 1, labelPrefix: 'synced-' });
    const { enrollmentToken = '' } = slotsSchema.parse(made).items[0] ?? {};
    await connect(station, this.#central);
    const androidId = `android-${enrollmentToken}`;
    const { body } = await station.call(enrolDevice, { body: { enrollmentToken, androidId } });
    await syncNow(station);
    const path = `/devices/androidid/${androidId}`;
    const atCentral = z.object({ id: z.string() }).parse((await asking(this.#central, 'GET', path)).body);
    this.#synced = { id: atCentral.id, reported: [] };
    this.#reporting = this.#report(station, body.id, body.accessToken);
  }

  async #report(station: TestStation, id: string, token: string): Promise<void> {
    for (let count = 0; !this.#stop.signal.aborted; count += 1) {
      const eventId = `synced-${String(count)}`;
      const event = { eventId, type: 'APP_STARTED', timestamp: Date.now(), payload: {} };
      const { status } = await station.send('PUT', `/devices/${id}`, { token, body: { events: [event] } });
      if (status === 200) this.#synced.reported.push(eventId);
      await sleep(200);
    }
  }
}
