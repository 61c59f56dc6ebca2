import { MS_PER_QUARTER, QUARTERS_PER_DAY } from '../../../../shared/domain/statistics/activity-day.ts';
import type { Play, Subject } from '../../../../shared/domain/statistics/plays.ts';

/** A play with its place in time (ms since 1970 UTC). */
export type PlacedPlay = Play & { readonly atMs: number };

/** What one device did that is not on disk yet. */
export type PendingDevice = {
  firstAtMs: number;
  lastAtMs: number;
  /** By UTC day, by the subject's name, by quarter-hour of the day. */
  readonly days: Map<number, Map<string, PendingSubject>>;
};
type Cell = { plays: number; durationMs: number };
type PendingSubject = { readonly subject: Subject; readonly quarters: Map<number, Cell> };

/** Adds up use in memory, so that a busy headset costs one write every few seconds and not one for every heartbeat. */
export class PendingActivity {
  readonly devices = new Map<number, PendingDevice>();

  add(deviceKey: number, plays: readonly PlacedPlay[]): void {
    const first = plays[0];
    if (first === undefined) return;
    let device = this.devices.get(deviceKey);
    if (device === undefined) {
      device = { firstAtMs: first.atMs, lastAtMs: first.atMs, days: new Map() };
      this.devices.set(deviceKey, device);
    }
    for (const play of plays) {
      device.firstAtMs = Math.min(device.firstAtMs, play.atMs);
      device.lastAtMs = Math.max(device.lastAtMs, play.atMs);
      const slot = Math.floor(play.atMs / MS_PER_QUARTER);
      const day = Math.floor(slot / QUARTERS_PER_DAY);
      count(cellOf(device, play.subject, day, slot - day * QUARTERS_PER_DAY), play);
    }
  }

  /** Takes back what could not be written. */
  takeBack(deviceKey: number, older: PendingDevice): void {
    const device = this.devices.get(deviceKey);
    if (device === undefined) {
      this.devices.set(deviceKey, older);
      return;
    }
    device.firstAtMs = Math.min(device.firstAtMs, older.firstAtMs);
    device.lastAtMs = Math.max(device.lastAtMs, older.lastAtMs);
    for (const [day, subjects] of older.days) {
      for (const { subject, quarters } of subjects.values()) {
        for (const [quarter, cell] of quarters) count(cellOf(device, subject, day, quarter), cell);
      }
    }
  }
}

function count(cell: Cell, added: Readonly<Cell>): void {
  cell.plays += added.plays;
  cell.durationMs += added.durationMs;
}

function cellOf(device: PendingDevice, subject: Subject, day: number, quarter: number): Cell {
  let subjects = device.days.get(day);
  if (subjects === undefined) device.days.set(day, (subjects = new Map<string, PendingSubject>()));
  const name = nameOf(subject);
  let pending = subjects.get(name);
  if (pending === undefined) subjects.set(name, (pending = { subject, quarters: new Map() }));
  let cell = pending.quarters.get(quarter);
  if (cell === undefined) pending.quarters.set(quarter, (cell = { plays: 0, durationMs: 0 }));
  return cell;
}

/** Only one of the two ids is ever set; a space stands in neither kind. */
function nameOf({ kind, contentId, packageName }: Subject): string {
  return packageName === '' ? `${kind} content ${contentId}` : `${kind} package ${packageName}`;
}
