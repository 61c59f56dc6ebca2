import { aFaultProxy, type FaultProxy, type Passing } from '../support/fault-proxy.ts';
import { Acts, type Edited } from './acts.ts';
import { faultOf } from './faults.ts';
import { Instance, type Json } from './instance.ts';
import {
  chance,
  type Line,
  type Schedule,
  type Side,
  type Station,
  stationsOf,
  type Step,
} from './schedule.ts';
import { doubleCentral, musterCentral, type RoundCentral } from './round-central.ts';

/** The central that a round uses. */
export type CentralKind = 'muster' | 'double';

/** Where the answer to a request is lost. */
export type Break = 'cutBefore' | 'cutAfter' | 'unstored';

type PlacedStation = { readonly instance: Instance; readonly proxy: FaultProxy; line: Line };

/** A round: a central, its stations behind unreliable connections, and headsets. */
export class Round extends Acts implements AsyncDisposable {
  readonly central: RoundCentral;
  readonly #stations: ReadonlyMap<Station, PlacedStation>;
  readonly #backups = new Map<Side, { readonly name: string; readonly step: number }>();

  private constructor(
    central: RoundCentral,
    stations: ReadonlyMap<Station, PlacedStation>,
    headsets: number,
  ) {
    super(headsets);
    this.central = central;
    this.#stations = stations;
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

  protected instanceOf(side: Side): Instance | undefined {
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
        return this.enrol(step.at, this.slotAt(step.slot), this.headsetAt(step.headset));
      case 'beat':
        return this.beat(this.headsetAt(step.headset), step.events);
      case 'unenrol':
        return this.#unenrol(step.at, this.slotAt(step.slot));
      case 'delete':
        return this.#delete(step.at, this.slotAt(step.slot));
      case 'edit':
        return this.edit(step.at, this.slotAt(step.slot), step.field);
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
        const instance = this.instanceOf(step.at);
        await instance?.kill();
        await instance?.start();
        return 'killed, started again';
      }
      case 'decide':
        return this.decideOne(step.at, step.take);
      case 'backup': {
        const instance = this.instanceOf(step.at);
        if (instance === undefined) return 'not here';
        this.#backups.set(step.at, { name: await instance.backUp(), step: this.step });
        return 'made';
      }
      case 'restore': {
        const [instance, backup] = [this.instanceOf(step.at), this.#backups.get(step.at)];
        if (instance === undefined || backup === undefined) return 'none';
        if (step.at !== 'central') this.ledger.discardedConflicts.push(...(await this.allConflicts(step.at)));
        await instance.restore(backup.name);
        this.ledger.lost.push({ at: step.at, from: backup.step, to: this.step });
        return `back to step ${String(backup.step)}`;
      }
    }
  }

  /** Returns the record of a slot at a station; undefined if it has none. */
  async record(name: Station, slot: string): Promise<Json | undefined> {
    const links = await this.station(name).all('/station/sync/devices?which=all');
    const link = links.find(({ upstreamId }) => upstreamId === slot);
    if (typeof link?.['id'] !== 'string') return undefined;
    const { status, body } = await this.station(name).call('GET', `/devices/${link['id']}`);
    return status === 200 ? body : undefined;
  }

  protected async recordAt(side: Side, slot: string): Promise<Json | undefined> {
    return side === 'central' ? (await this.central.read(slot))?.record : this.record(side, slot);
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

  protected override async write(side: Side, record: Json, change: Json): Promise<Edited> {
    if (side !== 'central' || this.central.instance !== undefined) return super.write(side, record, change);
    return (await this.central.edit(String(record['id']), change)) ? 'done' : 'refused';
  }

  protected async slotOf(name: Station, deviceId: string): Promise<string | undefined> {
    const links = await this.station(name).all('/station/sync/devices?which=all');
    const slot = links.find(({ id }) => id === deviceId)?.['upstreamId'];
    return typeof slot === 'string' ? slot : undefined;
  }

  protected slotNamed(upstreamId: string): string {
    return upstreamId;
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

  /** Repairs all connections and syncs until nothing changes any more. */
  async settle(): Promise<void> {
    for (const placed of this.#stations.values()) placed.line = 'good';
    let before = '';
    for (let round = 0; round < 12; round += 1) {
      for (const headset of this.headsets) await this.beat(headset, 0);
      for (const name of this.names) await this.sync(name);
      const now = await this.picture();
      if (now === before) return;
      before = now;
    }
    this.ledger.story.push('it did not come to rest');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { instance, proxy } of this.#stations.values()) {
      await instance[Symbol.asyncDispose]();
      await proxy[Symbol.asyncDispose]();
    }
    await this.central[Symbol.asyncDispose]();
  }
}
