import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import type { WireEvent } from './messages.ts';

/** Headsets in one event of what is told, as the station does it. */
const CHUNK = 100;

/** Every part of a headset: what has them all says all of it. Only a type is taken from the contract, so no schema comes along. */
const PARTS: Readonly<Record<keyof Headset, true>> = {
  id: true,
  label: true,
  androidId: true,
  isArchived: true,
  replacedBy: true,
  model: true,
  brand: true,
  isLinked: true,
  lastHeartbeatAt: true,
  enrolledAt: true,
  unenrollingSince: true,
  battery: true,
  storage: true,
  worn: true,
  runningPackage: true,
  download: true,
  settingsRevision: true,
  appliedRevision: true,
  cart: true,
  shelf: true,
  place: true,
  isPractice: true,
  drift: true,
  unconfirmed: true,
  profileId: true,
};
const ALL_PARTS = Object.keys(PARTS);

type Part = Readonly<Record<string, unknown>>;

/** The fleet as its stream has told it so far, so that a window that comes later hears of it as the first one did. */
export class FleetMemory {
  readonly #headsets = new Map<string, Part>();
  #hello: Part | undefined;
  #isLive = false;

  /** Takes in what the station said. What cannot be understood is left out: the windows leave it out too. */
  hear([name, text]: WireEvent): void {
    if (!HEARD.has(name)) return;
    const data = parsed(text);
    if (data === undefined) return;
    if (name === 'hello') this.#hello = { ...data, heardAtMs: Date.now() };
    else if (name === 'enrolment') this.#hello = { ...this.#hello, enrolment: data };
    else if (name === 'live') this.#isLive = true;
    else if (name === 'removed') this.#headsets.delete(String(data['id']));
    else if (name === 'device') this.#change(data);
    else if (Array.isArray(data['items'])) for (const item of data['items']) this.#put(item);
  }

  /**
   * Tells what is known as the station would. It may be told slowly: each piece is as things stand when it is asked for, and
   * whatever changes in between is told by the stream besides.
   */
  *tell(): Generator<WireEvent> {
    if (this.#hello !== undefined) yield ['hello', JSON.stringify(onTime(this.#hello))];
    const ids = [...this.#headsets.keys()];
    for (let at = 0; at < ids.length; at += CHUNK) {
      const items = ids.slice(at, at + CHUNK).flatMap((id) => this.#headsets.get(id) ?? []);
      yield ['headsets', JSON.stringify({ items, total: ids.length })];
    }
    if (this.#isLive) yield ['live', '{}'];
  }

  #change(change: Part): void {
    const id = String(change['id']);
    const known = this.#headsets.get(id);
    if (known !== undefined) this.#headsets.set(id, { ...known, ...change });
    // Of what is not known only what says everything can be told on.
    else if (ALL_PARTS.every((part) => part in change)) this.#headsets.set(id, change);
  }

  #put(item: unknown): void {
    if (isPart(item)) this.#headsets.set(String(item['id']), item);
  }
}

const HEARD: ReadonlySet<string> = new Set(['hello', 'headsets', 'live', 'device', 'removed', 'enrolment']);

/** The greeting with the time that the station's clock shows now. */
function onTime({ heardAtMs, serverTime, ...hello }: Part): Part {
  const passedMs = Date.now() - Number(heardAtMs);
  return { ...hello, serverTime: new Date(Date.parse(String(serverTime)) + passedMs).toISOString() };
}

function parsed(text: string): Part | undefined {
  try {
    const data: unknown = JSON.parse(text);
    return isPart(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
