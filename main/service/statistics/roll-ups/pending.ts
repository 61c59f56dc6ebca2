import { MS_PER_QUARTER } from './activity-day.ts';
import { type Play, SUBJECT_KINDS, type SubjectKind } from './plays.ts';

/** A play with its time (ms since 1970 UTC), which may be before the time of receipt. */
export type PlacedPlay = Play & { readonly orderMs: number };

type Cell = { plays: number; durationMs: number };

/** The use within a quarter-hour, by kind and name of the subject. */
export type PendingQuarter = Readonly<Record<SubjectKind, Map<string, Cell>>>;

/** The activity of one device that is not on disk yet. */
export type PendingDevice = {
  firstAtMs: number;
  lastAtMs: number;
  /** By quarter-hours since 1970 UTC. */
  readonly quarters: Map<number, PendingQuarter>;
};

/** Adds up use in memory, so that a busy headset costs one write every few seconds rather than one per heartbeat. */
export class PendingActivity {
  readonly devices = new Map<number, PendingDevice>();

  /** A play counts at its own time, but not after `receivedAtMs`: use cannot be in the future. */
  add(deviceKey: number, plays: readonly PlacedPlay[], receivedAtMs: number): void {
    if (plays.length === 0) return;
    const device = this.#deviceOf(deviceKey);
    for (const { orderMs, subjectKind, subjectName, plays: times, durationMs } of plays) {
      const atMs = orderMs < receivedAtMs ? orderMs : receivedAtMs;
      if (atMs < device.firstAtMs) device.firstAtMs = atMs;
      if (atMs > device.lastAtMs) device.lastAtMs = atMs;
      const names = quarterOf(device, Math.floor(atMs / MS_PER_QUARTER))[subjectKind];
      count(names, subjectName, times, durationMs);
    }
  }

  /** Restores activity that could not be written. */
  restore(deviceKey: number, older: PendingDevice): void {
    const device = this.#deviceOf(deviceKey);
    device.firstAtMs = Math.min(device.firstAtMs, older.firstAtMs);
    device.lastAtMs = Math.max(device.lastAtMs, older.lastAtMs);
    for (const [slot, quarter] of older.quarters) {
      for (const kind of SUBJECT_KINDS) {
        const names = quarterOf(device, slot)[kind];
        for (const [name, { plays, durationMs }] of quarter[kind]) count(names, name, plays, durationMs);
      }
    }
  }

  #deviceOf(deviceKey: number): PendingDevice {
    const known = this.devices.get(deviceKey);
    if (known !== undefined) return known;
    const device = { firstAtMs: Infinity, lastAtMs: -Infinity, quarters: new Map<number, PendingQuarter>() };
    this.devices.set(deviceKey, device);
    return device;
  }
}

function quarterOf({ quarters }: PendingDevice, slot: number): PendingQuarter {
  const known = quarters.get(slot);
  if (known !== undefined) return known;
  const quarter = {
    'app package': new Map<string, Cell>(),
    'app content': new Map<string, Cell>(),
    'video content': new Map<string, Cell>(),
    'video package': new Map<string, Cell>(),
  };
  quarters.set(slot, quarter);
  return quarter;
}

function count(names: Map<string, Cell>, name: string, plays: number, durationMs: number): void {
  const cell = names.get(name);
  if (cell === undefined) {
    names.set(name, { plays, durationMs });
  } else {
    cell.plays += plays;
    cell.durationMs += durationMs;
  }
}
