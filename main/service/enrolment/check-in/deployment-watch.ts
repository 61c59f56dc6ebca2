import { setTimeout as sleep } from 'node:timers/promises';

import { nextExpiry } from '../../devices/compliance/index.ts';
import type { DeviceId } from '../../../../shared/contract/ids.ts';
import { Yielder } from '../../kernel/yielding.ts';
import type { Records } from '../../devices/index.ts';
import type { DeviceEvent } from '../../devices/live/index.ts';
import { toContents } from '../../devices/registry/index.ts';
import { deploymentNow, recordDeployments, reportedOf } from './record-deployments.ts';

/** Delay after the start, in ms. */
const FIRST_MS = 1_000;
/** Changes are collected for this long: a large change first gets its reply. */
const GATHER_MS = 500;
/** Number of headsets that are processed without a pause and written in one transaction. */
const CONCURRENCY = 16;
const WRITTEN_PER_BATCH = 4;
/** The pause is this many times as long as the work. */
const REST = 3;
/** A changed clock is noticed within this time, in ms. */
const MAX_WAIT_MS = 60_000;

/**
 * Records in the history how changes of settings and the passing of time affect the contents of headsets, as
 * heartbeats do for reports. Works after the commit and a little at a time; the rest is recorded after the next
 * start.
 */
export class DeploymentWatch {
  readonly #records: Records;
  readonly #waiting = new Set<DeviceId>();
  /** When the next content of a headset expires. */
  readonly #expiries = new Map<DeviceId, number>();
  readonly #abort = new AbortController();
  readonly #stops: (() => void)[] = [];
  /** True until every headset was checked once after the start. */
  #isAllDue = true;
  #working: Promise<void> | undefined;
  #begin: NodeJS.Timeout | undefined;
  #alarm: NodeJS.Timeout | undefined;

  constructor(records: Records) {
    this.#records = records;
  }

  start(): void {
    const { deviceEvents, core } = this.#records;
    this.#stops.push(deviceEvents.subscribeAll((event) => this.#onEvent(event)));
    const stopListening = core.clock.onMoved?.(() => this.#checkExpiries());
    if (stopListening !== undefined) this.#stops.push(stopListening);
    this.#begin = setTimeout(() => this.#work(), FIRST_MS).unref();
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops) stop();
    clearTimeout(this.#begin);
    clearTimeout(this.#alarm);
    this.#abort.abort();
    await this.#working;
  }

  #onEvent(event: DeviceEvent): void {
    // The result of a heartbeat is recorded already; but a content may expire.
    const isAffected = event.name === 'device.settings' || ('fields' in event && 'contents' in event.fields);
    if (!isAffected) return;
    this.#waiting.add(event.deviceId);
    this.#begin ??= setTimeout(() => this.#work(), GATHER_MS).unref();
  }

  /** Checks the queued headsets, and those queued meanwhile; every headset first if due. */
  #work(): void {
    clearTimeout(this.#begin);
    this.#begin = undefined;
    if (this.#working !== undefined || this.#abort.signal.aborted) return;
    this.#working = this.#checkAll()
      .catch((error: unknown) => {
        if (!this.#abort.signal.aborted)
          this.#records.core.log.error({ err: error }, 'deployments could not be noted');
      })
      .finally(() => {
        this.#working = undefined;
        this.#setAlarm();
        if (this.#waiting.size > 0) this.#begin ??= setTimeout(() => this.#work(), GATHER_MS).unref();
      });
  }

  async #checkAll(): Promise<void> {
    const { signal } = this.#abort;
    for (let after = 0; this.#isAllDue && !signal.aborted;) {
      const page = this.#records.reports.reportedAfter(after, CONCURRENCY);
      await this.#check(page.map(({ id }) => id));
      const last = page.at(-1);
      if (last === undefined) this.#isAllDue = false;
      else after = last.key;
    }
    while (this.#waiting.size > 0 && !signal.aborted) {
      const ids = [...this.#waiting].slice(0, CONCURRENCY);
      for (const id of ids) this.#waiting.delete(id);
      await this.#check(ids);
    }
  }

  async #check(ids: readonly DeviceId[]): Promise<void> {
    const sinceMs = performance.now();
    const yielder = new Yielder();
    const changed: DeviceId[] = [];
    for (const id of ids) {
      if (this.#isChanged(id)) changed.push(id);
      await yielder.yieldIfDue();
    }
    const { writer } = this.#records.core;
    for (let at = 0; at < changed.length && !this.#abort.signal.aborted; at += WRITTEN_PER_BATCH) {
      const part = changed.slice(at, at + WRITTEN_PER_BATCH);
      await writer.run(() => {
        for (const id of part) this.#note(id);
      });
    }
    const restMs = REST * (performance.now() - sinceMs);
    await sleep(restMs, undefined, { ref: false, signal: this.#abort.signal }).catch(() => undefined);
  }

  /** Returns whether a headset has something to record; schedules its next check. */
  #isChanged(id: DeviceId): boolean {
    const { devices, core, deployments } = this.#records;
    const record = devices.find(id);
    const nowMs = core.clock.now();
    const next = record === undefined ? undefined : nextExpiry(toContents(record.settings), nowMs);
    if (next === undefined) this.#expiries.delete(id);
    else this.#expiries.set(id, next);
    if (record === undefined || record.isArchived) return false;
    const reported = reportedOf(this.#records, record);
    const isSilent =
      reported.downloads.length + reported.installedPackages.length + reported.contentPresence.length === 0;
    if (isSilent && deployments.find(record.key) === undefined) return false;
    return deploymentNow(this.#records, record, { reported, nowMs }).statuses !== undefined;
  }

  /** Decided inside the transaction: a heartbeat may have come first. */
  #note(id: DeviceId): void {
    const { devices, core } = this.#records;
    const record = devices.find(id);
    if (record === undefined) return;
    const nowMs = core.clock.now();
    const now = deploymentNow(this.#records, record, {
      reported: reportedOf(this.#records, record),
      nowMs,
    });
    recordDeployments(this.#records, record, now, nowMs);
  }

  #checkExpiries(): void {
    const nowMs = this.#records.core.clock.now();
    for (const [id, atMs] of this.#expiries) if (atMs <= nowMs) this.#waiting.add(id);
    if (this.#waiting.size > 0) this.#work();
    this.#setAlarm();
  }

  /** Checks the clock again soon, because it may be set and the computer may sleep. */
  #setAlarm(): void {
    clearTimeout(this.#alarm);
    if (this.#expiries.size === 0 || this.#abort.signal.aborted) return;
    let next = Infinity;
    for (const atMs of this.#expiries.values()) next = Math.min(next, atMs);
    const leftMs = Math.max(1, next - this.#records.core.clock.now());
    this.#alarm = setTimeout(() => this.#checkExpiries(), Math.min(leftMs, MAX_WAIT_MS)).unref();
  }
}
