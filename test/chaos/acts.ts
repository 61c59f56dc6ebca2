import { setTimeout } from 'node:timers/promises';

import { FIELDS, PLACES, valueOf } from './fields.ts';
import type { Instance, Json } from './instance.ts';
import { type Headset, Ledger } from './ledger.ts';
import { editWith } from './round-central.ts';
import type { Field, Side, Station } from './schedule.ts';

/** Outcome of an edit: `moved` if the record changed since it was read. */
export type Edited = 'done' | 'moved' | 'refused';

/** What headsets and people do in a round, and what the sides acknowledged. */
export abstract class Acts {
  readonly ledger = new Ledger();
  readonly headsets: readonly Headset[];
  /** The slots, in the order in which they were created. */
  readonly slots: string[] = [];
  step = 0;
  #values = 0;

  constructor(headsets: number) {
    this.headsets = Array.from({ length: headsets }, (_, index) => ({
      androidId: `headset-${String(index)}`,
      enrolment: undefined,
      enrolledAt: new Set(),
      notified: undefined,
      events: 0,
    }));
  }

  /** The stations that sync with a central. */
  abstract get names(): readonly Station[];
  abstract station(name: Station): Instance;
  /** Returns the process of a side; undefined if it has none. */
  protected abstract instanceOf(side: Side): Instance | undefined;
  /** Returns the record of a slot on a side; undefined if it has none. */
  protected abstract recordAt(side: Side, slot: string): Promise<Json | undefined>;
  /** Returns the slot of a device of a station. */
  protected abstract slotOf(name: Station, deviceId: string): Promise<string | undefined>;
  /** Returns the slot with this id at the central. */
  protected abstract slotNamed(upstreamId: string): string;

  protected slotAt(index: number): string {
    return this.slots[index % this.slots.length] ?? '';
  }

  protected headsetAt(index: number): Headset {
    const headset = this.headsets[index % this.headsets.length];
    if (headset === undefined) throw new Error('There is no headset');
    return headset;
  }

  protected async enrol(side: Side, slot: string, headset: Headset): Promise<string> {
    const instance = this.instanceOf(side);
    const record = await this.recordAt(side, slot);
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
    const instance = enrolment === undefined ? undefined : this.instanceOf(enrolment.at);
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
    const { slot, at, id: record } = enrolment;
    for (const id of taken) this.ledger.events.push({ id, slot, record, at, step: this.step });
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

  protected async edit(side: Side, slot: string, field: Field): Promise<string> {
    this.#values += 1;
    const value = field === 'label' || field === 'metadata' ? `v${String(this.#values)}` : this.#values;
    for (;;) {
      const record = await this.recordAt(side, slot);
      if (record === undefined || record['isArchived'] === true) return 'no such slot';
      const answer = await this.write(side, record, { [field]: value });
      // Sync wrote in between, so the edit would have overwritten something unseen.
      if (answer === 'moved') continue;
      const seen = valueOf(record, field);
      if (answer === 'done') this.ledger.edits.push({ slot, field, value, seen, at: side, step: this.step });
      return `${answer} ${slot} ${String(value)} over ${String(seen)}`;
    }
  }

  /** Writes a change of a record, as it was seen. */
  protected async write(side: Side, { id, revision }: Json, change: Json): Promise<Edited> {
    const instance = this.instanceOf(side);
    if (instance === undefined) return 'refused';
    const { status } = await editWith(
      (method, path, body) => instance.call(method, path, body, { revision }),
      String(id),
      change,
    );
    return status === 412 ? 'moved' : status < 300 ? 'done' : 'refused';
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

  protected async allConflicts(name: Station): Promise<Json[]> {
    return [...(await this.conflicts(name)), ...(await this.conflicts(name, 'resolved'))];
  }

  protected async decideOne(name: Station, take: 'here' | 'there'): Promise<string> {
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
    if (status === 200 && isDeletion && typeof slot === 'string')
      this.ledger.deleted.add(this.slotNamed(slot));
    return status === 200 ? `200 ${take}` : `${String(status)} ${String(body['message'])}`;
  }

  /** Records the current value of the record, which the decision overwrites. */
  async #noteReplaced(name: Station, { deviceId, path }: Json): Promise<void> {
    const slot = typeof deviceId === 'string' ? await this.slotOf(name, deviceId) : undefined;
    if (slot === undefined) return;
    const { body } = await this.station(name).call('GET', `/devices/${String(deviceId)}`);
    for (const field of FIELDS) {
      const isTarget = (path as string[]).some((part) => part === PLACES[field] || part === 'display');
      if (isTarget) this.ledger.decisions.push({ slot, field, seen: valueOf(body, field) });
    }
  }

  /** Returns what a person sees on the stations: two equal ones in a row mean that it is at rest. */
  protected async picture(): Promise<string> {
    const sides = await Promise.all(
      this.names.map(async (name) => {
        const { state, waiting, stranded, conflicts, failures, unlinked } = await this.idleState(name);
        const devices = await this.#brief(name);
        return { state, waiting, stranded, conflicts, failures, unlinked, devices };
      }),
    );
    return JSON.stringify(sides);
  }

  async #brief(name: Station): Promise<unknown> {
    const devices = await this.station(name).all('/devices');
    return devices.map(({ id, androidId, isArchived, label }) => [id, androidId, isArchived, label]);
  }
}
