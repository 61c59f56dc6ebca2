import { setTimeout } from 'node:timers/promises';

import { aFaultProxy, type FaultProxy, type Passing } from '../support/fault-proxy.ts';
import { faultOf } from './faults.ts';
import { FIELDS, PLACES, valueOf } from './fields.ts';
import { Instance, type Json } from './instance.ts';
import { type Headset, Ledger } from './ledger.ts';
import {
  chance,
  type Field,
  type Line,
  type Schedule,
  type Side,
  type Station,
  stationsOf,
  type Step,
} from './schedule.ts';
import { doubleCentral, editWith, musterCentral, type RoundCentral } from './round-central.ts';

/** The central that a round uses. */
export type CentralKind = 'muster' | 'double';

/** Where the answer to a request is lost. */
export type Break = 'cutBefore' | 'cutAfter' | 'unstored';

type PlacedStation = { readonly instance: Instance; readonly proxy: FaultProxy; line: Line };

/** A round: a central, its stations behind unreliable connections, and headsets. */
export class Round implements AsyncDisposable {
  readonly ledger = new Ledger();
  readonly central: RoundCentral;
  readonly headsets: readonly Headset[];
  readonly slots: string[] = [];
  readonly #stations: ReadonlyMap<Station, PlacedStation>;
  readonly #backups = new Map<Side, { readonly name: string; readonly step: number }>();
  #values = 0;
  step = 0;

  private constructor(
    central: RoundCentral,
    stations: ReadonlyMap<Station, PlacedStation>,
    headsets: number,
  ) {
    this.central = central;
    this.#stations = stations;
    this.headsets = Array.from({ length: headsets }, (_, index) => ({
      androidId: `headset-${String(index)}`,
      enrolment: undefined,
      enrolledAt: new Set(),
      notified: undefined,
      events: 0,
    }));
  }

  static async open(schedule: Schedule, kind: CentralKind): Promise<Round> {
    const { seed, slots, headsets, skewMs } = schedule;
    const names = stationsOf(schedule);
    const central = await (kind === 'double' ? doubleCentral(names.length) : musterCentral());
    const place = async (name: Station): Promise<PlacedStation> => {
      const proxy = await aFaultProxy(central.url, name);
      const placed: PlacedStation = {
        instance: new Instance(name, [], skewMs[name] ?? 0),
        proxy,
        line: 'good',
      };
      const random = chance(seed * 31 + name.charCodeAt(0));
      proxy.fault = () => faultOf(placed.line, random);
      await placed.instance.start();
      return placed;
    };
    const placed = await Promise.all(names.map(async (name) => [name, await place(name)] as const));
    const round = new Round(central, new Map(placed), headsets);
    for (let index = 0; index < slots; index += 1) round.slots.push(await central.createSlot());
    for (const [name, { instance, proxy }] of placed) {
      await instance.call('PUT', '/station/upstream', { url: proxy.url, token: central.token });
      await round.sync(name);
    }
    return round;
  }

  /** The names of its stations. */
  get names(): readonly Station[] {
    return [...this.#stations.keys()];
  }

  #placed(name: Station): PlacedStation {
    const placed = this.#stations.get(name);
    if (placed === undefined) throw new Error(`This round has no station ${name}`);
    return placed;
  }

  station(name: Station): Instance {
    return this.#placed(name).instance;
  }

  #instance(side: Side): Instance | undefined {
    return side === 'central' ? this.central.instance : this.station(side);
  }

  /** Runs one step. A step that is not possible has no effect. */
  async play(step: Step): Promise<void> {
    this.step += 1;
    const answer = await this.#do(step);
    this.ledger.story.push(`${String(this.step)} ${JSON.stringify(step)} → ${answer}`);
  }

  async #do(step: Step): Promise<string> {
    switch (step.do) {
      case 'enrol':
        return this.#enrol(step.at, this.#slot(step.slot), this.#headset(step.headset));
      case 'beat':
        return this.beat(this.#headset(step.headset), step.events);
      case 'unenrol':
        return this.#unenrol(step.at, this.#slot(step.slot));
      case 'delete':
        return this.#delete(step.at, this.#slot(step.slot));
      case 'edit':
        return this.#edit(step.at, this.#slot(step.slot), step.field);
      case 'create':
        return String(this.slots.push(await this.central.createSlot()));
      case 'sync':
        return this.sync(step.at, 3);
      case 'line': {
        const placed = this.#placed(step.of);
        placed.line = step.is;
        if (step.is === 'cut') placed.proxy.cutAll();
        return step.is;
      }
      case 'kill': {
        const instance = this.#instance(step.at);
        await instance?.kill();
        await instance?.start();
        return 'killed, started again';
      }
      case 'decide':
        return this.#decideOne(step.at, step.take);
      case 'backup': {
        const instance = this.#instance(step.at);
        if (instance === undefined) return 'not here';
        this.#backups.set(step.at, { name: await instance.backUp(), step: this.step });
        return 'made';
      }
      case 'restore': {
        const [instance, backup] = [this.#instance(step.at), this.#backups.get(step.at)];
        if (instance === undefined || backup === undefined) return 'none';
        if (step.at !== 'central')
          this.ledger.discardedConflicts.push(...(await this.#allConflicts(step.at)));
        await instance.restore(backup.name);
        this.ledger.lost.push({ at: step.at, from: backup.step, to: this.step });
        return `back to step ${String(backup.step)}`;
      }
    }
  }

  #slot(index: number): string {
    return this.slots[index % this.slots.length] ?? '';
  }

  #headset(index: number): Headset {
    const headset = this.headsets[index % this.headsets.length];
    if (headset === undefined) throw new Error('There is no headset');
    return headset;
  }

  /** Returns the record of a slot at a station; undefined if it has none. */
  async record(name: Station, slot: string): Promise<Json | undefined> {
    const links = await this.station(name).all('/station/sync/devices?which=all');
    const link = links.find(({ upstreamId }) => upstreamId === slot);
    if (typeof link?.['id'] !== 'string') return undefined;
    const { status, body } = await this.station(name).call('GET', `/devices/${link['id']}`);
    return status === 200 ? body : undefined;
  }

  async #recordAt(side: Side, slot: string): Promise<Json | undefined> {
    return side === 'central' ? (await this.central.read(slot))?.record : this.record(side, slot);
  }

  async #enrol(side: Side, slot: string, headset: Headset): Promise<string> {
    const instance = this.#instance(side);
    const record = await this.#recordAt(side, slot);
    if (instance === undefined || record === undefined) return 'no such slot';
    const { enrollmentToken } = record;
    const { androidId } = headset;
    const answer = await instance.call('POST', '/devices', { enrollmentToken, androidId });
    if (answer.status !== 200) return String(answer.status);
    const { id, accessToken } = answer.body;
    headset.enrolment = { at: side, slot, id: String(id), token: String(accessToken), step: this.step };
    headset.enrolledAt.add(side);
    headset.notified = undefined;
    return `200 ${androidId} in ${slot}`;
  }

  /** Sends a report of the headset with events, and follows its commands. */
  async beat(headset: Headset, count: number): Promise<string> {
    const { enrolment, androidId } = headset;
    const instance = enrolment === undefined ? undefined : this.#instance(enrolment.at);
    if (enrolment === undefined || instance === undefined) return 'in no slot';
    const events = Array.from({ length: count }, () => ({
      eventId: `${androidId}-${String((headset.events += 1))}`,
      type: 'APP_STARTED',
      timestamp: Date.now(),
      payload: { packageName: 'com.example.reef' },
    }));
    const path = `/devices/${enrolment.id}`;
    const { status, body } = await instance.call('PUT', path, { events }, { token: enrolment.token });
    if (status !== 200) {
      headset.enrolment = undefined;
      headset.enrolledAt.delete(enrolment.at);
      headset.notified = `HTTP ${String(status)}`;
      return headset.notified;
    }
    const taken = (body['acknowledged'] ?? []) as string[];
    for (const id of taken)
      this.ledger.events.push({ id, slot: enrolment.slot, at: enrolment.at, step: this.step });
    for (const { event, commandId } of (body['commands'] ?? []) as Json[]) {
      if (event !== 'unenroll') continue;
      await instance.call(
        'POST',
        `${path}/commands/${String(commandId)}/answer`,
        {},
        { token: enrolment.token },
      );
      headset.enrolment = undefined;
      headset.enrolledAt.delete(enrolment.at);
      headset.notified = 'unenroll';
    }
    return `${String(taken.length)} accepted${headset.notified === undefined ? '' : `, notified by ${headset.notified}`}`;
  }

  async #unenrol(side: Side, slot: string): Promise<string> {
    if (side === 'central') return String(await this.central.unenrol(slot));
    const id = (await this.record(side, slot))?.['id'];
    if (typeof id !== 'string') return 'no such slot';
    return String((await this.station(side).call('POST', `/devices/${id}/unenroll`)).status);
  }

  async #delete(side: Side, slot: string): Promise<string> {
    const id = side === 'central' ? slot : (await this.record(side, slot))?.['id'];
    if (typeof id !== 'string') return 'no such slot';
    const isDone =
      side === 'central'
        ? await this.central.delete(id)
        : (await this.station(side).call('DELETE', `/devices/${id}`)).status < 300;
    if (isDone) {
      this.ledger.deleted.add(slot);
      this.ledger.deletedBy.add(`${side} ${slot}`);
    }
    return String(isDone);
  }

  async #edit(side: Side, slot: string, field: Field): Promise<string> {
    this.#values += 1;
    const value = field === 'label' || field === 'metadata' ? `v${String(this.#values)}` : this.#values;
    for (;;) {
      const record = await this.#recordAt(side, slot);
      if (record === undefined || record['isArchived'] === true) return 'no such slot';
      const answer = await this.#write(side, slot, record, { [field]: value });
      // Sync wrote in between, so the edit would have overwritten something unseen.
      if (answer === 'moved') continue;
      const seen = valueOf(record, field);
      if (answer === 'done') this.ledger.edits.push({ slot, field, value, seen, at: side, step: this.step });
      return `${answer} ${slot} ${String(value)} over ${String(seen)}`;
    }
  }

  async #write(side: Side, slot: string, record: Json, change: Json): Promise<'done' | 'moved' | 'refused'> {
    const instance = this.#instance(side);
    if (instance === undefined) return (await this.central.edit(slot, change)) ? 'done' : 'refused';
    const { id, revision } = record;
    const { status } = await editWith(
      (method, path, body) => instance.call(method, path, body, { revision }),
      String(id),
      change,
    );
    return status === 412 ? 'moved' : status < 300 ? 'done' : 'refused';
  }

  /** Adds free slots at the central. Returns the index of the first one. */
  async addSlots(count: number): Promise<number> {
    const first = this.slots.length;
    for (let made = 0; made < count; made += 1) this.slots.push(await this.central.createSlot());
    return first;
  }

  /**
   * Breaks the connection of a station at the first request that matches: before it is passed on, or after it was
   * carried out. `unstored`: the station is killed with its answer, which it could not store. Returns whether it
   * happened yet.
   */
  breakAt(name: Station, matches: (passing: Passing) => boolean, how: Break): () => boolean {
    const placed = this.#placed(name);
    let hasBroken = false;
    const usual = placed.proxy.fault;
    placed.proxy.fault = async (passing) => {
      if (hasBroken || !matches(passing)) return usual(passing);
      hasBroken = true;
      placed.line = 'cut';
      if (how !== 'unstored') return { kind: how };
      const unlock = placed.instance.lockStore();
      return {
        kind: 'watched',
        onAnswered: async () => {
          await placed.instance.kill();
          unlock();
        },
      };
    };
    return () => hasBroken;
  }

  async sync(name: Station, waitSec = 30): Promise<string> {
    const order = { waitSec, confirmsRemovals: true };
    const { body } = await this.station(name).call('POST', '/station/sync/run', order);
    return `${String(body['state'])} ${JSON.stringify(body['reason'])}`;
  }

  /** Returns the sync state of a station after the current run, which a report may have started. */
  async idleState(name: Station): Promise<Json> {
    for (let tries = 0; ; tries += 1) {
      const { body } = await this.station(name).call('GET', '/station/sync');
      const isBusy = ['connecting', 'pulling', 'pushing'].includes(String(body['state']));
      if (!isBusy || tries === 300) return body;
      await setTimeout(100);
    }
  }

  async conflicts(name: Station, status: 'open' | 'resolved' = 'open'): Promise<Json[]> {
    return this.station(name).all(`/station/sync/conflicts?status=${status}`);
  }

  async #allConflicts(name: Station): Promise<Json[]> {
    return [...(await this.conflicts(name)), ...(await this.conflicts(name, 'resolved'))];
  }

  async #decideOne(name: Station, take: 'here' | 'there'): Promise<string> {
    const [first] = await this.conflicts(name);
    return first === undefined ? 'none' : this.decide(name, first, take);
  }

  /** Decides a conflict. Returns the answer. */
  async decide(name: Station, conflict: Json, take: 'here' | 'there'): Promise<string> {
    const path = `/station/sync/conflicts/${String(conflict['id'])}/resolve`;
    await this.#noteReplaced(name, conflict);
    const { status, body } = await this.station(name).call('POST', path, { take });
    const isDeletion =
      conflict['deviceId'] === null || (conflict['enrolment'] as Json | null)?.['isSlotGone'] === true;
    const slot = (conflict['enrolment'] as Json | null)?.['upstreamId'];
    if (status === 200 && isDeletion && typeof slot === 'string') this.ledger.deleted.add(slot);
    return status === 200 ? `200 ${take}` : `${String(status)} ${String(body['message'])}`;
  }

  /** Records the current value of the record, which the decision overwrites. */
  async #noteReplaced(name: Station, { deviceId, path }: Json): Promise<void> {
    const links = await this.station(name).all('/station/sync/devices?which=all');
    const slot = links.find(({ id }) => id === deviceId)?.['upstreamId'];
    if (typeof deviceId !== 'string' || typeof slot !== 'string') return;
    const { body } = await this.station(name).call('GET', `/devices/${deviceId}`);
    for (const field of FIELDS) {
      const isTarget = (path as string[]).some((part) => part === PLACES[field] || part === 'display');
      if (isTarget) this.ledger.decisions.push({ slot, field, seen: valueOf(body, field) });
    }
  }

  /** Repairs all connections and syncs until nothing changes any more. */
  async settle(): Promise<void> {
    for (const placed of this.#stations.values()) placed.line = 'good';
    let before = '';
    for (let round = 0; round < 12; round += 1) {
      for (const headset of this.headsets) await this.beat(headset, 0);
      for (const name of this.names) await this.sync(name);
      const now = await this.#picture();
      if (now === before) return;
      before = now;
    }
    this.ledger.story.push('it did not come to rest');
  }

  async #picture(): Promise<string> {
    const sides = await Promise.all(
      this.names.map(async (name) => {
        const { state, waiting, stranded, conflicts, failures } = await this.idleState(name);
        return { state, waiting, stranded, conflicts, failures, devices: await this.#brief(name) };
      }),
    );
    return JSON.stringify(sides);
  }

  async #brief(name: Station): Promise<unknown> {
    const devices = await this.station(name).all('/devices');
    return devices.map(({ id, androidId, isArchived, label }) => [id, androidId, isArchived, label]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { instance, proxy } of this.#stations.values()) {
      await instance[Symbol.asyncDispose]();
      await proxy[Symbol.asyncDispose]();
    }
    await this.central[Symbol.asyncDispose]();
  }
}
