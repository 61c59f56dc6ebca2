import { setTimeout } from 'node:timers/promises';

import { aFreePort } from '../../support/free-port.ts';
import { Acts } from '../acts.ts';
import { type Answer, Instance, type Json } from '../instance.ts';
import type { Headset } from '../ledger.ts';
import { chance, type Side, type Station } from '../schedule.ts';
import { Cable, type CableEnd } from './cable.ts';
import type { One, PairSchedule, PairStep } from './schedule.ts';

const BOTH: readonly One[] = ['a', 'b'];
/** The metadata that names a slot: its records have other ids on the two stations. Never edited. */
const NAME = 'slot';
/** How long people wait for the other station, in steps of 100 ms. */
const PATIENCE = 150;

type Placed = { readonly instance: Instance; readonly end: CableEnd };

/** Returns the name of the slot that a record is for. */
export function nameOf(record: Json): string | undefined {
  const metadata = (record['metadata'] ?? {}) as Json;
  const name = (metadata[NAME] as Json | undefined)?.['name'];
  return typeof name === 'string' ? name : undefined;
}

/** Returns the status of an answer, and its message if it is a refusal. */
function words({ status, body: { message } }: Answer): string {
  return `${String(status)} ${typeof message === 'string' ? message : ''}`;
}

/** A round of two stations without a central: one serves the other, and they take over, end it and join again. */
export class PairRound extends Acts implements AsyncDisposable {
  readonly cable: Cable;
  readonly #stations: Readonly<Record<One, Placed>>;
  readonly #names = new Map<string, string>();

  private constructor(cable: Cable, stations: Readonly<Record<One, Placed>>, headsets: number) {
    super(headsets);
    this.cable = cable;
    this.#stations = stations;
  }

  /** Starts both stations with slots of their own, and joins them. */
  static async open({ seed, slots, headsets, skewMs }: PairSchedule): Promise<PairRound> {
    const cable = new Cable(chance(seed * 31 + 7));
    const place = async (name: One): Promise<Placed> => {
      const port = await aFreePort();
      const flags = ['--lan', '--lan-port', String(port), '--lan-interface', 'none'];
      const instance = new Instance(name, flags, skewMs[name]);
      await instance.start();
      await instance.call('PUT', '/station/enterprise', { name: `Cart ${name}` });
      return { instance, end: { address: name === 'a' ? '127.0.0.2' : '127.0.0.3', port } };
    };
    const stations = { a: await place('a'), b: await place('b') };
    await cable.lay(stations.a.end, stations.b.end);
    await cable.lay(stations.b.end, stations.a.end);
    const round = new PairRound(cable, stations, headsets);
    for (const name of BOTH) for (let made = 0; made < slots[name]; made += 1) await round.#create(name);
    round.ledger.story.push(`joined: ${await round.pair()}`);
    await round.play({ do: 'sync' });
    return round;
  }

  get names(): readonly Station[] {
    return BOTH;
  }

  station(name: Station): Instance {
    if (name !== 'a' && name !== 'b') throw new Error(`This round has no station ${name}`);
    return this.#stations[name].instance;
  }

  protected instanceOf(side: Side): Instance | undefined {
    return side === 'central' ? undefined : this.station(side);
  }

  /** Returns all records of a station, archived ones included. */
  async records(name: Station): Promise<Json[]> {
    const station = this.station(name);
    const found: Json[] = [];
    for (const { id } of await station.all('/devices')) {
      const { status, body } = await station.call('GET', `/devices/${String(id)}`);
      if (status !== 200) continue;
      const slot = nameOf(body);
      if (slot !== undefined) this.#names.set(String(id), slot);
      found.push(body);
    }
    return found;
  }

  protected async recordAt(side: Side, slot: string): Promise<Json | undefined> {
    if (side === 'central') return undefined;
    const found = (await this.records(side)).filter((record) => nameOf(record) === slot);
    return found.find(({ isArchived }) => isArchived !== true) ?? found[0];
  }

  protected async slotOf(name: Station, deviceId: string): Promise<string | undefined> {
    return nameOf((await this.station(name).call('GET', `/devices/${deviceId}`)).body);
  }

  protected slotNamed(upstreamId: string): string {
    return this.#names.get(upstreamId) ?? upstreamId;
  }

  /** Runs one step. A step that is not possible has no effect. */
  async play(step: PairStep): Promise<void> {
    this.step += 1;
    const answer = await this.#do(step);
    this.ledger.story.push(`${String(this.step)} ${JSON.stringify(step)} → ${answer}`);
  }

  async #do(step: PairStep): Promise<string> {
    switch (step.do) {
      case 'enrol':
        return this.enrol(step.at, this.slotAt(step.slot), this.headsetAt(step.headset));
      case 'replace':
        return this.#replace(step.at, this.slotAt(step.slot), step.headset);
      case 'beat':
        return this.beat(this.#enrolled(step.headset), step.events);
      case 'unenrol':
        return this.#order(step.at, this.slotAt(step.slot), 'POST', '/unenroll');
      case 'delete': {
        const slot = this.slotAt(step.slot);
        const { id } = (await this.recordAt(step.at, slot)) ?? {};
        const answer = await this.#order(step.at, slot, 'DELETE', '');
        if (!answer.startsWith('2')) return answer;
        this.ledger.deletedRecords.add(`${step.at} ${String(id)}`);
        this.ledger.deleted.add(slot);
        this.ledger.deletedBy.add(`${step.at} ${slot}`);
        return answer;
      }
      case 'swap':
        return this.#swap(step.at, step.slot);
      case 'edit':
        return this.edit(step.at, this.slotAt(step.slot), step.field);
      case 'create':
        return this.#create(step.at);
      case 'sync': {
        const served = await this.served();
        return served === undefined ? 'nobody is served' : this.sync(served, 3);
      }
      case 'line':
        this.cable.set(step.is);
        return step.is;
      case 'kill':
        await this.station(step.at).kill();
        await this.station(step.at).start();
        return 'killed, started again';
      case 'pause':
      case 'resume': {
        const served = await this.served();
        if (served === undefined) return 'nobody is served';
        return String((await this.station(served).call('POST', `/station/sync/${step.do}`)).status);
      }
      case 'decide': {
        const served = await this.served();
        return served === undefined ? 'nobody is served' : this.decideOne(served, step.take);
      }
      case 'takeOver':
        return this.becomeServing(step.isPartnerGone);
      case 'end':
        return this.end(step.at);
      case 'pair':
        return this.pair();
    }
  }

  /** Returns one of the headsets that are in a slot, or any if none is. */
  #enrolled(index: number): Headset {
    const all = this.headsets.filter(({ enrolment }) => enrolment !== undefined);
    return all[index % all.length] ?? this.headsetAt(index);
  }

  async #create(name: One): Promise<string> {
    const station = this.station(name);
    const { body } = await station.call('POST', '/station/slots', { count: 1, labelPrefix: `${name}-` });
    const id = String((body['items'] as Json[])[0]?.['id']);
    const slot = `S${String(this.slots.length)}`;
    await station.call('PUT', `/devices/${id}/metadata/${NAME}`, { name: slot });
    this.slots.push(slot);
    this.#names.set(id, slot);
    return slot;
  }

  async #order(name: One, slot: string, method: string, path: string): Promise<string> {
    const id = (await this.recordAt(name, slot))?.['id'];
    if (typeof id !== 'string') return 'no such slot';
    return String((await this.station(name).call(method, `/devices/${id}${path}`)).status);
  }

  /** Another headset gets the place of the one that is in the slot. */
  async #replace(name: One, slot: string, index: number): Promise<string> {
    const { androidId } = (await this.recordAt(name, slot)) ?? {};
    const left = await this.#order(name, slot, 'POST', '/unenroll');
    const former = this.headsets.find((each) => each.androidId === androidId);
    if (former !== undefined) await this.beat(former, 1);
    return `${left}, ${await this.enrol(name, slot, this.headsetAt(index))}`;
  }

  /** Exchanges the names of two slots, by a person who sees both. */
  async #swap(name: One, index: number): Promise<string> {
    const devicesId: unknown[] = [];
    for (const slot of [this.slotAt(index), this.slotAt(index + 1)]) {
      const record = await this.recordAt(name, slot);
      if (record === undefined) return 'no such slot';
      devicesId.push(record['id']);
      this.ledger.decisions.push({ slot, field: 'label', seen: record['label'] });
    }
    return String((await this.station(name).call('POST', '/station/slots/swap', { devicesId })).status);
  }

  async partner(name: Station): Promise<{ partner: Json | null; pairing: Json | null }> {
    const { body } = await this.station(name).call('GET', '/station/partner');
    return { partner: body['partner'] as Json | null, pairing: body['pairing'] as Json | null };
  }

  /** Returns the station that the other one serves; undefined if none is. */
  async served(): Promise<One | undefined> {
    for (const name of BOTH) if ((await this.partner(name)).partner?.['serves'] === false) return name;
    return undefined;
  }

  /** Two people choose each other, compare the codes and confirm. `onConfirmed` runs once both have. */
  async pair(onConfirmed: () => Promise<void> = async () => undefined): Promise<string> {
    for (const name of BOTH) {
      const other = this.#stations[name === 'a' ? 'b' : 'a'].end;
      const url = `https://${other.address}:${String(other.port)}`;
      const answer = await this.#withoutConflicts(name, 'POST', '/station/partner/pairing', { url });
      if (answer.status === 200) continue;
      await this.#stopPairing();
      return `${name}: ${words(answer)}`;
    }
    for (let tries = 0; tries < PATIENCE; tries += 1) {
      const [one, other] = await Promise.all(BOTH.map((name) => this.partner(name)));
      if (one?.pairing === null && other?.pairing === null) return 'done';
      const [code, theirs] = [one?.pairing?.['code'], other?.pairing?.['code']];
      if (typeof code === 'string' && code === theirs) {
        for (const name of BOTH)
          await this.station(name).call('POST', '/station/partner/pairing/confirm', { code });
        await onConfirmed();
      }
      // It failed, or a station was started again and knows of no pairing.
      const isOver = [one, other].some(
        (view) => view?.pairing?.['state'] === 'failed' || (view?.pairing === null && view.partner === null),
      );
      if (isOver) break;
      await setTimeout(100);
    }
    await this.#stopPairing();
    return 'given up';
  }

  async #stopPairing(): Promise<void> {
    for (const name of BOTH)
      if ((await this.partner(name)).pairing !== null)
        await this.station(name).call('DELETE', '/station/partner');
  }

  /** Whoever decides has seen both values. */
  override async decide(name: Station, conflict: Json, take: 'here' | 'there'): Promise<string> {
    const answer = await super.decide(name, conflict, take);
    if (answer.startsWith('200')) this.ledger.discardedConflicts.push(conflict);
    return answer;
  }

  /** Sends a request, and decides the open conflicts first if it is refused because of them. */
  async #withoutConflicts(name: One, method: string, path: string, body?: object) {
    const send = () => this.station(name).call(method, path, body);
    let answer = await send();
    for (let tries = 0; tries < 4 && answer.status === 409; tries += 1) {
      const open = await this.conflicts(name);
      if (open.length === 0) return answer;
      for (const each of open) {
        const decided = await this.decide(
          name,
          each,
          chance(this.step * 11 + tries)() < 0.5 ? 'here' : 'there',
        );
        this.ledger.story.push(`decided first at ${name}: ${JSON.stringify(each)} → ${decided}`);
      }
      answer = await send();
    }
    return answer;
  }

  /** What was decided is history from now on: the conflicts go with the connection. */
  async #noteDecided(): Promise<void> {
    for (const name of BOTH) this.ledger.discardedConflicts.push(...(await this.conflicts(name, 'resolved')));
  }

  /** The served station takes over. */
  async becomeServing(isPartnerGone: boolean): Promise<string> {
    const served = await this.served();
    if (served === undefined) return 'nobody is served';
    await this.#noteDecided();
    const path = '/station/partner/take-over';
    return `${served}: ${words(await this.#withoutConflicts(served, 'POST', path, { isPartnerGone }))}`;
  }

  /** A station ends it. */
  async end(name: One): Promise<string> {
    if ((await this.partner(name)).partner === null) return 'no partner';
    await this.#noteDecided();
    return words(await this.#withoutConflicts(name, 'DELETE', '/station/partner'));
  }

  /** Both stations end it. */
  async endAll(): Promise<void> {
    for (const name of BOTH) await this.end(name);
  }

  /** Repairs the network, joins the stations again if they are apart, and syncs until nothing changes any more. */
  async settle(): Promise<void> {
    this.cable.set('good');
    await this.#rejoin();
    let before = '';
    for (let time = 0; time < 15; time += 1) {
      for (const headset of this.headsets) await this.beat(headset, 0);
      const served = await this.served();
      if (served !== undefined) await this.sync(served);
      const now = await this.picture();
      if (now === before && time > 2 && !(await this.#freeAbandoned())) return;
      before = now;
    }
    this.ledger.story.push('it did not come to rest');
  }

  /**
   * People free the slots whose headset is still to be un-enrolled, but is enrolled nowhere any more: it left another
   * station before this one could learn that it had been there. Only they know that it will not call.
   */
  async #freeAbandoned(): Promise<boolean> {
    let isAny = false;
    for (const name of BOTH)
      for (const { id, androidId, unenrollingSince } of await this.records(name)) {
        const headset = this.headsets.find((each) => each.androidId === androidId);
        if (typeof unenrollingSince !== 'string' || headset?.enrolment !== undefined) continue;
        const { status } = await this.station(name).call('POST', `/station/slots/${String(id)}/free`);
        this.ledger.story.push(`freed ${String(id)} of ${String(androidId)} at ${name}: ${String(status)}`);
        isAny = true;
      }
    return isAny;
  }

  async #rejoin(): Promise<void> {
    for (let time = 0; time < 4; time += 1) {
      const states = await this.#untilKnown();
      const served = await this.served();
      if (served !== undefined) await this.station(served).call('POST', '/station/sync/resume');
      const serving = BOTH.filter((name) => states[name]?.['serves'] === true);
      if (served !== undefined && serving.length === 1) {
        await this.sync(served);
        if ((await this.partner(served)).partner?.['isEndedThere'] === false) return;
      }
      const ended: string[] = [];
      for (const name of BOTH) ended.push(await this.end(name));
      this.ledger.story.push(`joining again: ended ${ended.join(', ')}; ${await this.pair()}`);
    }
  }

  /** Waits until a station that has taken over has told the other one. */
  async #untilKnown(): Promise<Record<One, Json | null>> {
    for (let tries = 0; ; tries += 1) {
      const a = (await this.partner('a')).partner;
      const b = (await this.partner('b')).partner;
      const isUntold = [a, b].some((each) => each?.['isUntold'] === true);
      if (!isUntold || tries === 350) return { a, b };
      await setTimeout(100);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { instance } of Object.values(this.#stations)) await instance[Symbol.asyncDispose]();
    await this.cable[Symbol.asyncDispose]();
  }
}
