import { isDeepStrictEqual } from 'node:util';

import { type CentralDevice, faultOf } from '../client/readers.ts';
import { eitherSignal } from '../client/either-signal.ts';
import { forEachYielding } from '../../kernel/yielding.ts';
import { Barrier } from '../../kernel/store/barrier.ts';
import { archiveLost, requireConfirmation } from '../lifecycle/archive.ts';
import { uploadLifecycle } from '../lifecycle/lifecycle.ts';
import { isDirty, type LinkedDevice } from '../records/link-store.ts';
import { checkClock, latestIn, List, readList } from '../merge/list.ts';
import { eachLink } from './each-linked.ts';
import { followEpoch } from './follow-epoch.ts';
import type { CentralClient } from '../client/central.ts';
import type { SyncParts } from '../records/parts.ts';
import { pushAll } from '../push/push.ts';
import { countEvents } from '../reported/count-events.ts';
import { noteUnreported, reportUp } from '../reported/report-up.ts';
import type { RunLog } from '../records/run-log.ts';
import { isLiveHere } from '../apply/add-record.ts';
import { isSelected } from '../merge/selection.ts';
import { shouldRead } from './should-read.ts';
import { settleDevice, type PendingPush } from '../merge/settle.ts';
import { isAbsent, RunStop, valueOf } from '../records/stop.ts';
import { Fault, Tolerance } from '../records/tolerance.ts';

/** Devices that are read and pushed together: few, so that little time passes between reading and writing. */
const CHUNK = 250;
/** Devices whose reports are uploaded concurrently. */
const REPORT_CONCURRENCY = 8;
/** How often a device is read and written again in one run while others write it. */
const MAX_ROUNDS = 6;

/** The current phase, for display. */
export type Phase = 'connecting' | 'pulling' | 'pushing';

export type RunOrder = {
  readonly central: CentralClient;
  readonly signal: AbortSignal;
  readonly log: RunLog;
  /**
   * `all`: the list and every device; `list`: the list and the devices that it shows as changed; `local`: local
   * changes.
   */
  readonly scope: 'all' | 'list' | 'local';
  /** True if someone confirmed that many devices were deleted. */
  readonly confirmsRemovals: boolean;
  readonly onProgress: (phase: Phase, done: number, total: number) => void;
  /**
   * Called when a device no longer exists at the central. Only a run that reads the list can tell whether it is one of
   * many.
   */
  readonly onAbsent: () => void;
};

/** Collects the pushes that reading a device results in. */
type Into = {
  readonly list: List | undefined;
  readonly waiting: PendingPush[];
};
type ReadContext = Into & { readonly barrier: Barrier; readonly signal: AbortSignal };
type Settling = Pick<Into, 'waiting'> & { readonly listed: string | null; readonly barrier?: Barrier };

/** One sync run. Every step is final once written, so an interrupted run continues where it stopped. */
export class SyncRun {
  readonly #parts: SyncParts;
  readonly #order: RunOrder;
  readonly #tolerance = new Tolerance();
  /** Devices that were on the list but no longer existed when read, by record key. */
  readonly #absent = new Map<number, LinkedDevice>();
  #toPush = 0;
  #pushed = 0;

  constructor(parts: SyncParts, order: RunOrder) {
    this.#parts = parts;
    this.#order = order;
  }

  /**
   * Returns the faults of single devices, with which it ends.
   * @throws {RunStop} if it cannot be completed now.
   */
  async run(): Promise<Tolerance> {
    const { scope, confirmsRemovals } = this.#order;
    const { stores, records } = this.#parts;
    this.#order.onProgress('connecting', 0, 0);
    const list = scope === 'local' ? undefined : await readList(this.#parts, this.#order);
    if (list !== undefined) await followEpoch(this.#parts, this.#order.central.epoch);
    this.#order.central.writeIn(stores.upstream.get()?.epoch ?? undefined);
    const work = await this.#plan(list);
    if (list !== undefined) await this.#settleMissing(work.missing, list);
    await this.#readAll(work.reads, list);
    if (list !== undefined) await this.#settleAbsent(list);
    await this.#uploadLifecycle();
    await this.#reportAll();
    const nowMs = records.core.clock.now();
    await records.core.writer.run(() => {
      stores.upstream.set({
        lastContactMs: nowMs,
        ...(confirmsRemovals ? { removalsConfirmedAtMs: nowMs } : {}),
        ...(scope === 'all' ? { sweptAtMs: nowMs } : {}),
        ...(list !== undefined && stores.upstream.get()?.pulledAtMs === null ? { pulledAtMs: nowMs } : {}),
      });
    });
    return this.#tolerance;
  }

  /** Determines which devices to read, dirty ones first, and which are missing from the list. */
  async #plan(list: List | undefined): Promise<{ reads: string[]; missing: LinkedDevice[] }> {
    const { stores, echoes } = this.#parts;
    const { scope } = this.#order;
    const known = new Set<string>();
    const missing: LinkedDevice[] = [];
    const [dirty, changed, others]: [string[], string[], string[]] = [[], [], []];
    const page = scope === 'local' ? stores.links.pageToRead : stores.links.page;
    await eachLink(page, (link) => {
      if (link.upstreamId === null) return;
      known.add(link.upstreamId);
      // A device that was deleted here is handled by the outbox.
      if (link.deviceId === null) return;
      const item = list?.items.get(link.upstreamId);
      if (list !== undefined && item === undefined) {
        if (link.gone === null) missing.push(link);
        return;
      }
      if (link.gone !== null && item?.isArchived !== false) return;
      const isChanged = item !== undefined && link.listed !== List.rowText(item);
      if (isDirty(link) && !this.#isRefused(link)) dirty.push(link.upstreamId);
      else if (link.isStale || isChanged || echoes.toRead.has(link.upstreamId)) changed.push(link.upstreamId);
      else if (scope === 'all') others.push(link.upstreamId);
    });
    for (const id of echoes.toRead) {
      if (known.has(id)) continue;
      if (stores.links.findByUpstream(id)?.gone === null) changed.push(id);
      else echoes.delete(id);
    }
    const part = stores.upstream.get()?.part ?? null;
    const fresh: string[] = [];
    await forEachYielding(list?.items.values() ?? [], (item) => {
      if (!known.has(item.id) && shouldRead(this.#parts, { item, part, list, scope })) fresh.push(item.id);
    });
    return { reads: [...dirty, ...changed, ...fresh, ...others], missing };
  }

  /** True if the central refused this revision: it is sent again only after a change, or on request. */
  #isRefused(link: LinkedDevice): boolean {
    return this.#parts.stores.trouble
      .failuresOf(link.deviceKey)
      .some(({ kind, revision }) => kind === 'desired' && revision === link.revision);
  }

  /** A device that is missing from the list may still exist, so it is read. */
  async #settleMissing(missing: readonly LinkedDevice[], list: List): Promise<void> {
    const { central, signal, confirmsRemovals } = this.#order;
    if (!confirmsRemovals) requireConfirmation(this.#parts, missing.length, list.items.size + missing.length);
    const absent: LinkedDevice[] = [];
    for (const link of missing) {
      if (link.upstreamId === null) continue;
      const answer = this.#tolerance.valueOf(await central.getDevice(link.upstreamId, signal));
      if (answer instanceof Fault) await this.#noteUnread(link.upstreamId, answer.reason);
      else if (answer.kind === 'ok') await this.#settle(answer.value, { listed: null, waiting: [] });
      else if (isAbsent(answer)) absent.push(link);
    }
    await this.#archiveDeleted(absent);
  }

  /** Archives those that were on the list but no longer existed when read. */
  async #settleAbsent(list: List): Promise<void> {
    if (!this.#order.confirmsRemovals) requireConfirmation(this.#parts, this.#absent.size, list.items.size);
    await this.#archiveDeleted([...this.#absent.values()]);
  }

  /** The writer commits many of them together. */
  async #archiveDeleted(absent: readonly LinkedDevice[]): Promise<void> {
    for (let at = 0; at < absent.length; at += CHUNK) {
      const together = absent.slice(at, at + CHUNK);
      const how = { reason: 'DELETED', log: this.#order.log } as const;
      await Promise.all(together.map((link) => archiveLost(this.#parts, link, how)));
    }
  }

  async #readAll(ids: readonly string[], list: List | undefined): Promise<void> {
    const { onProgress } = this.#order;
    let done = 0;
    for (let at = 0; at < ids.length; at += CHUNK) {
      const waiting: PendingPush[] = [];
      onProgress('pulling', done, ids.length);
      await this.#readTogether(ids.slice(at, at + CHUNK), { list, waiting }, () => {
        done += 1;
        onProgress('pulling', done, ids.length);
      });
      await this.#pushOrRepeat(waiting, list);
    }
  }

  /** If one read fails for a reason that affects all, the others are aborted. What was read so far is written. */
  async #readTogether(ids: readonly string[], into: Into, onDone?: () => void): Promise<void> {
    const barrier = new Barrier(ids.length);
    const others = new AbortController();
    const { signal, release } = eitherSignal([this.#order.signal, others.signal]);
    let first: { readonly error: unknown } | undefined;
    const read = async (id: string): Promise<void> => {
      try {
        const read = await this.#tolerance.attempt(() => this.#read(id, { ...into, barrier, signal }));
        if (read instanceof Fault) {
          this.#parts.echoes.add(id);
          await this.#noteUnread(id, read.reason);
        }
        onDone?.();
      } catch (error) {
        first ??= { error };
        others.abort();
      } finally {
        barrier.left();
      }
    };
    await Promise.all(ids.map(read));
    release();
    if (first !== undefined) throw first.error;
  }

  /**
   * Writes, and reads, merges and writes again what others wrote in between. A device that loses this race every time
   * is left for the next run.
   */
  async #pushOrRepeat(first: readonly PendingPush[], list: List | undefined): Promise<void> {
    let waiting = first;
    for (let round = 1; waiting.length > 0; round += 1) {
      const { toRead, postponed } = await this.#push(waiting);
      // Without a version, nothing says that it changed, so there is no reason to hurry.
      const before = new Map(
        waiting
          .filter(
            ({ upstreamId, version }) =>
              toRead.has(upstreamId) && (version !== null || postponed.has(upstreamId)),
          )
          .map((each) => [each.upstreamId, each.there]),
      );
      if (round === MAX_ROUNDS) return;
      const again: PendingPush[] = [];
      await this.#readTogether([...before.keys()], { list, waiting: again });
      waiting = again.map((each) => {
        // A version that keeps changing although the content does not is meaningless.
        const isSpurious = round > 2 && isDeepStrictEqual(before.get(each.upstreamId), each.there);
        return isSpurious ? { ...each, version: null } : each;
      });
    }
  }

  async #read(id: string, { list, waiting, barrier, signal }: ReadContext): Promise<void> {
    const { central, scope, onAbsent } = this.#order;
    const { stores, echoes } = this.#parts;
    // Remove it before reading: an update from now on must cause another read.
    const isEcho = echoes.delete(id);
    const outcome = await central.getDevice(id, signal);
    if (isEcho && outcome.kind !== 'ok') echoes.add(id);
    // An unreadable record does not block the others.
    if (outcome.kind === 'broken' && list !== undefined && outcome.fault.reason === 'NOT_THIS_INTERFACE')
      return this.#quarantine(id, list.items.get(id)?.label ?? null, {
        code: 'NOT_UNDERSTOOD',
        message: outcome.fault.message,
      });
    const answer = valueOf(outcome);
    checkClock(central);
    this.#checkEpoch();
    if (answer.kind === 'ok') {
      const item = list?.items.get(id);
      const listed = item === undefined ? null : List.rowText(item);
      return this.#settle(answer.value, { listed, waiting, barrier });
    }
    if (isAbsent(answer) && scope === 'local') return onAbsent();
    const link = stores.links.findByUpstream(id);
    if (link === undefined) return;
    if (isAbsent(answer)) {
      this.#absent.set(link.deviceKey, link);
      return;
    }
    await this.#noteUnread(id, { code: answer.code ?? `HTTP_${answer.status}`, message: answer.message });
  }

  /** Shows why a linked device could not be read. */
  async #noteUnread(
    id: string,
    { code, message }: { readonly code: string; readonly message: string },
  ): Promise<void> {
    const { stores, records } = this.#parts;
    await records.core.writer.run(() => {
      const link = stores.links.findByUpstream(id);
      const record = link === undefined ? undefined : records.devices.findByKey(link.deviceKey);
      if (record === undefined) return;
      const lastAtMs = records.core.clock.now();
      stores.trouble.fail({ deviceKey: record.key, kind: 'read', code, message, revision: null, lastAtMs });
      this.#order.log.note('failed', record, { code, message });
    });
  }

  /**
   * @throws {RunStop} if the central was restored from a backup since the list was read: everything must be read again.
   */
  #checkEpoch(): void {
    const known = this.#parts.stores.upstream.get()?.epoch ?? null;
    const { epoch } = this.#order.central;
    if (known === null || epoch === undefined || epoch === known) return;
    this.#order.onAbsent();
    throw new RunStop('cut', { code: 'WENT_BACK', message: 'A backup was restored there.' });
  }

  async #quarantine(
    id: string,
    label: string | null,
    { code, message }: { readonly code: string; readonly message: string },
  ): Promise<void> {
    const { records, stores } = this.#parts;
    const lastAtMs = records.core.clock.now();
    await records.core.writer.run(() => {
      stores.trouble.quarantine({ upstreamId: id, label, code, message, lastAtMs });
      this.#order.log.note('aside', { id, label }, { code, message });
    });
    this.#order.log.count('setAside');
  }

  async #settle(device: CentralDevice, { listed, waiting, barrier }: Settling): Promise<void> {
    const { stores, records } = this.#parts;
    const upstream = stores.upstream.get();
    const link = stores.links.findByUpstream(device.id);
    const enterpriseId = upstream?.enterpriseId ?? null;
    const organisations = enterpriseId === null ? undefined : new Set([enterpriseId]);
    const fault = faultOf(device, { organisations, nowMs: latestIn(this.#order, records.core) });
    if (fault === 'OTHER_ORGANISATION') return this.#settleForeign(device, link);
    if (fault === 'FUTURE_DATE') {
      const message = `It was last seen in the future, ${String(device.lastHeartbeatAt)}: a clock is wrong.`;
      return this.#quarantine(device.id, device.label ?? null, { code: fault, message });
    }
    if (link === undefined && !isSelected(upstream?.part ?? null, device)) {
      const lastAtMs = records.core.clock.now();
      const { id: upstreamId, label = null } = device;
      const entry = { upstreamId, label, code: 'NOT_CHOSEN', message: '', lastAtMs };
      await records.core.writer.run(() => stores.trouble.quarantine(entry));
      return;
    }
    if (link === undefined && device.isArchived && !isLiveHere(this.#parts, device)) return;
    const { enterpriseName } = device;
    if (enterpriseName !== undefined && enterpriseName !== upstream?.enterpriseName)
      await records.core.writer.run(() => stores.upstream.set({ enterpriseName }));
    const { log, central } = this.#order;
    const { isPartner } = central;
    const pending = await settleDevice(this.#parts, { device, listed }, { log, barrier, isPartner });
    if (pending !== undefined) waiting.push(pending);
  }

  /** The device was moved to another organisation. */
  async #settleForeign(device: CentralDevice, link: LinkedDevice | undefined): Promise<void> {
    if (link === undefined || link.gone !== null)
      return this.#quarantine(device.id, device.label ?? null, {
        code: 'OTHER_ORGANISATION',
        message: 'It belongs to another organisation.',
      });
    await archiveLost(this.#parts, link, { reason: 'OTHER_ORGANISATION', log: this.#order.log });
  }

  async #push(waiting: readonly PendingPush[]): ReturnType<typeof pushAll> {
    const { central, signal, log } = this.#order;
    this.#toPush += waiting.length;
    this.#countPushed(0);
    const onDone = (): void => this.#countPushed(1);
    return pushAll(this.#parts, waiting, { central, signal, log, tolerance: this.#tolerance, onDone });
  }

  #countPushed(by: number): void {
    this.#pushed += by;
    this.#order.onProgress('pushing', this.#pushed, this.#toPush);
  }

  async #uploadLifecycle(): Promise<void> {
    const waiting = this.#parts.stores.outbox.count();
    if (waiting === 0) return;
    this.#toPush += waiting;
    const run = { ...this.#order, tolerance: this.#tolerance };
    await uploadLifecycle(this.#parts, run, () => this.#countPushed(1));
  }

  async #reportAll(): Promise<void> {
    await countEvents(this.#parts);
    const keys: number[] = [];
    await eachLink(this.#parts.stores.links.pageToReport, ({ deviceKey }) => keys.push(deviceKey));
    if (keys.length === 0) return;
    this.#toPush += keys.length;
    const queue = keys.values();
    const worker = async (): Promise<void> => {
      for (const key of queue) {
        const sent = await this.#tolerance.attempt(() => reportUp(this.#parts, key, this.#order));
        if (sent instanceof Fault) await noteUnreported(this.#parts, key, sent.reason, this.#order.log);
        this.#countPushed(1);
      }
    };
    await Promise.all(Array.from({ length: REPORT_CONCURRENCY }, worker));
  }
}
