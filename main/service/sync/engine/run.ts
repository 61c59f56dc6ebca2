import { isDeepStrictEqual } from 'node:util';

import { type CentralDevice, type CentralListItem, faultOf } from '../client/readers.ts';
import { eitherSignal } from '../client/either-signal.ts';
import { inTurns, Pause } from '../../kernel/yielding.ts';
import { Gate } from '../../kernel/store/gate.ts';
import { archiveDeleted, archiveGone, holdBackMany } from '../lifecycle/gone.ts';
import { tellLifecycle } from '../lifecycle/lifecycle.ts';
import { isAhead, type Standing } from '../merge/link-store.ts';
import { checkClock, List, readList } from '../merge/list.ts';
import { followEpoch } from './follow-epoch.ts';
import type { CentralClient, SyncParts } from './parts.ts';
import { pushAll } from '../push/push.ts';
import { countEvents, reportUp } from '../reported/report-up.ts';
import type { RunLog } from './run-log.ts';
import { isChosen } from '../merge/chosen.ts';
import { settleDevice, type Waiting } from '../merge/settle.ts';
import { isAbsent, RunStop, valueOf } from './stop.ts';

/** Devices that are read and pushed together: few enough that little time lies between the two. */
const CHUNK = 500;
/** Links that are looked at in one turn. */
const PAGE = 500;
/** Devices that report at the same time. */
const REPORTS_AT_ONCE = 8;
/** How often a device is read and written in one run where others write it at the same time. */
const MOST_ROUNDS = 6;

/** What is under way, for the person who looks. */
export type Phase = 'connecting' | 'pulling' | 'pushing';

export type RunOrder = {
  readonly central: CentralClient;
  readonly signal: AbortSignal;
  readonly log: RunLog;
  /** `all`: read the list, and every device; `list`: the list, and what it shows to have changed; `local`: what changed here. */
  readonly scope: 'all' | 'list' | 'local';
  /** True where somebody said that many devices may go at once. */
  readonly confirmsRemovals: boolean;
  readonly onProgress: (phase: Phase, done: number, total: number) => void;
  /** A device is not at the central any more, and only a run that reads the list can say whether it is one of many. */
  readonly onAbsent: () => void;
};

/** Where what is read goes: what is to be pushed is added to `waiting`. */
type Into = {
  readonly list: List | undefined;
  readonly waiting: Waiting[];
};
type Reading = Into & { readonly gate: Gate; readonly signal: AbortSignal };
type Settling = Pick<Into, 'waiting'> & { readonly listed: string | null; readonly gate?: Gate };

/** One synchronisation. Each step is done as soon as it is written: a run that is cut goes on where it stopped. */
export class SyncRun {
  readonly #parts: SyncParts;
  readonly #order: RunOrder;
  /** By the key of their records: what was on the list, and gone when it was read. */
  readonly #absent = new Map<number, Standing>();
  #toPush = 0;
  #pushed = 0;

  constructor(parts: SyncParts, order: RunOrder) {
    this.#parts = parts;
    this.#order = order;
  }

  /** @throws {RunStop} when it cannot be gone through with now. */
  async run(): Promise<void> {
    const { scope, confirmsRemovals } = this.#order;
    const { stores, records } = this.#parts;
    this.#order.onProgress('connecting', 0, 0);
    const list = scope === 'local' ? undefined : await readList(this.#parts, this.#order);
    if (list !== undefined) await followEpoch(this.#parts, this.#order.central.epoch);
    const work = await this.#plan(list);
    if (list !== undefined) await this.#settleMissing(work.missing, list);
    await this.#readAll(work.reads, list);
    if (list !== undefined) await this.#settleAbsent(list);
    await this.#tellLifecycle();
    await this.#reportAll();
    const nowMs = records.core.clock.now();
    await records.core.writer.run(() => {
      stores.upstream.set({
        lastContactMs: nowMs,
        ...(confirmsRemovals ? { removalsSaidAtMs: nowMs } : {}),
        ...(scope === 'all' ? { sweptAtMs: nowMs } : {}),
        ...(list !== undefined && stores.upstream.get()?.pulledAtMs === null ? { pulledAtMs: nowMs } : {}),
      });
    });
  }

  /** What has to be read, what waits here first, and what the list lacks. */
  async #plan(list: List | undefined): Promise<{ reads: string[]; missing: Standing[] }> {
    const { stores, echoes } = this.#parts;
    const { scope } = this.#order;
    const known = new Set<string>();
    const missing: Standing[] = [];
    const [ahead, changed, others]: [string[], string[], string[]] = [[], [], []];
    const page = scope === 'local' ? stores.links.pageToRead : stores.links.page;
    await eachLink(page, (link) => {
      if (link.upstreamId === null) return;
      known.add(link.upstreamId);
      // A device that was deleted here is told by the outbox.
      if (link.deviceId === null) return;
      const item = list?.items.get(link.upstreamId);
      if (list !== undefined && item === undefined) {
        if (link.gone === null) missing.push(link);
        return;
      }
      if (link.gone !== null && item?.isArchived !== false) return;
      const isChanged = item !== undefined && link.listed !== List.textOf(item);
      if (isAhead(link) && !this.#isRefused(link)) ahead.push(link.upstreamId);
      else if (link.isBehind || isChanged || echoes.toRead.has(link.upstreamId))
        changed.push(link.upstreamId);
      else if (scope === 'all') others.push(link.upstreamId);
    });
    for (const id of echoes.toRead) {
      if (known.has(id)) continue;
      if (stores.links.findByUpstream(id)?.gone === null) changed.push(id);
      else echoes.delete(id);
    }
    const part = stores.upstream.get()?.part ?? null;
    const fresh: string[] = [];
    await inTurns(list?.items.values() ?? [], (item) => {
      if (!known.has(item.id) && this.#isWanted(item, part)) fresh.push(item.id);
    });
    return { reads: [...ahead, ...changed, ...fresh, ...others], missing };
  }

  #isWanted(item: CentralListItem, part: Parameters<typeof isChosen>[0]): boolean {
    if (item.isArchived || !isChosen(part, { label: item.label ?? null })) return false;
    const aside = this.#parts.stores.trouble.findAside(item.id);
    return aside === undefined || (aside.code !== 'NOT_CHOSEN' && this.#order.scope === 'all');
  }

  /** True where the central has refused this very revision: it is sent again when it changes, or when somebody says so. */
  #isRefused(link: Standing): boolean {
    return this.#parts.stores.trouble
      .failuresOf(link.deviceKey)
      .some(({ kind, revision }) => kind === 'desired' && revision === link.revision);
  }

  /** A list that lacks a device proves nothing: the device itself is asked for. */
  async #settleMissing(missing: readonly Standing[], list: List): Promise<void> {
    const { central, signal, confirmsRemovals } = this.#order;
    if (!confirmsRemovals) holdBackMany(this.#parts, missing.length, list.items.size + missing.length);
    const absent: Standing[] = [];
    for (const link of missing) {
      if (link.upstreamId === null) continue;
      const answer = valueOf(await central.getDevice(link.upstreamId, signal));
      if (answer.kind === 'ok') await this.#settle(answer.value, { listed: null, waiting: [] });
      else if (isAbsent(answer)) absent.push(link);
    }
    await this.#archiveDeleted(absent);
  }

  /** Those that were on the list, and gone when they were read. */
  async #settleAbsent(list: List): Promise<void> {
    if (!this.#order.confirmsRemovals) holdBackMany(this.#parts, this.#absent.size, list.items.size);
    await this.#archiveDeleted([...this.#absent.values()]);
  }

  /** Many at once, which the writer puts on disk together. */
  async #archiveDeleted(absent: readonly Standing[]): Promise<void> {
    for (let at = 0; at < absent.length; at += CHUNK) {
      const together = absent.slice(at, at + CHUNK);
      await Promise.all(together.map((link) => archiveDeleted(this.#parts, link, this.#order.log)));
    }
  }

  async #readAll(ids: readonly string[], list: List | undefined): Promise<void> {
    const { onProgress } = this.#order;
    let done = 0;
    for (let at = 0; at < ids.length; at += CHUNK) {
      const waiting: Waiting[] = [];
      onProgress('pulling', done, ids.length);
      await this.#readTogether(ids.slice(at, at + CHUNK), { list, waiting }, () => {
        done += 1;
        onProgress('pulling', done, ids.length);
      });
      await this.#pushOrRepeat(waiting, list);
    }
  }

  /** Where one cannot be read because none can, the others are given up; what was read by then is written. */
  async #readTogether(ids: readonly string[], into: Into, onDone?: () => void): Promise<void> {
    const gate = new Gate(ids.length);
    const others = new AbortController();
    const { signal, release } = eitherSignal([this.#order.signal, others.signal]);
    let first: { readonly error: unknown } | undefined;
    const read = async (id: string): Promise<void> => {
      try {
        await this.#read(id, { ...into, gate, signal });
        onDone?.();
      } catch (error) {
        first ??= { error };
        others.abort();
      } finally {
        gate.left();
      }
    };
    await Promise.all(ids.map(read));
    release();
    if (first !== undefined) throw first.error;
  }

  /**
   * Writes, and where somebody else wrote in between reads, merges and writes again. Who loses that race every time is
   * left for the next run.
   */
  async #pushOrRepeat(first: readonly Waiting[], list: List | undefined): Promise<void> {
    let waiting = first;
    for (let round = 1; waiting.length > 0; round += 1) {
      const { toRead, putOff } = await this.#push(waiting);
      // Without a version nobody said that it moved: there is nothing to win by haste.
      const before = new Map(
        waiting
          .filter(
            ({ upstreamId, version }) =>
              toRead.has(upstreamId) && (version !== null || putOff.has(upstreamId)),
          )
          .map((each) => [each.upstreamId, each.there]),
      );
      if (round === MOST_ROUNDS) return;
      const again: Waiting[] = [];
      await this.#readTogether([...before.keys()], { list, waiting: again });
      waiting = again.map((each) => {
        // A version that is another one though nothing changed, again and again, says nothing.
        const isVain = round > 2 && isDeepStrictEqual(before.get(each.upstreamId), each.there);
        return isVain ? { ...each, version: null } : each;
      });
    }
  }

  async #read(id: string, { list, waiting, gate, signal }: Reading): Promise<void> {
    const { central, log, scope, onAbsent } = this.#order;
    const { stores, records, echoes } = this.#parts;
    // Before it is read: what is heard from here on is heard of later.
    const isEcho = echoes.delete(id);
    const outcome = await central.getDevice(id, signal);
    if (isEcho && outcome.kind !== 'ok') echoes.add(id);
    // A record that cannot be understood does not keep the others back.
    if (outcome.kind === 'broken' && list !== undefined && outcome.fault.reason === 'NOT_THIS_INTERFACE')
      return this.#setAside(id, list.items.get(id)?.label ?? null, {
        code: 'NOT_UNDERSTOOD',
        message: outcome.fault.message,
      });
    const answer = valueOf(outcome);
    checkClock(central);
    this.#checkEpoch();
    if (answer.kind === 'ok') {
      const item = list?.items.get(id);
      const listed = item === undefined ? null : List.textOf(item);
      return this.#settle(answer.value, { listed, waiting, gate });
    }
    if (isAbsent(answer) && scope === 'local') return onAbsent();
    const link = stores.links.findByUpstream(id);
    if (link === undefined) return;
    if (isAbsent(answer)) {
      this.#absent.set(link.deviceKey, link);
      return;
    }
    await records.core.writer.run(() => {
      const record = records.devices.findByKey(link.deviceKey);
      if (record === undefined) return;
      const { status, message } = answer;
      const lastAtMs = records.core.clock.now();
      const code = answer.code ?? `HTTP_${status}`;
      stores.trouble.fail({ deviceKey: record.key, kind: 'read', code, message, revision: null, lastAtMs });
      log.note('failed', record, { code, message });
    });
  }

  /** @throws {RunStop} where the central went back to a backup since the list was read: everything is looked at anew. */
  #checkEpoch(): void {
    const known = this.#parts.stores.upstream.get()?.epoch ?? null;
    const { epoch } = this.#order.central;
    if (known === null || epoch === undefined || epoch === known) return;
    this.#order.onAbsent();
    throw new RunStop('cut', { code: 'WENT_BACK', message: 'The central went back to an earlier state.' });
  }

  async #setAside(
    id: string,
    label: string | null,
    { code, message }: { readonly code: string; readonly message: string },
  ): Promise<void> {
    const { records, stores } = this.#parts;
    const lastAtMs = records.core.clock.now();
    await records.core.writer.run(() => {
      stores.trouble.setAside({ upstreamId: id, label, code, message, lastAtMs });
      this.#order.log.note('aside', { id, label }, { code, message });
    });
    this.#order.log.count('setAside');
  }

  async #settle(device: CentralDevice, { listed, waiting, gate }: Settling): Promise<void> {
    const { stores, records } = this.#parts;
    const upstream = stores.upstream.get();
    const link = stores.links.findByUpstream(device.id);
    const enterpriseId = upstream?.enterpriseId ?? null;
    const organisations = enterpriseId === null ? undefined : new Set([enterpriseId]);
    const fault = faultOf(device, { organisations, nowMs: records.core.clock.now() });
    if (fault === 'OTHER_ORGANISATION') return this.#settleForeign(device, link);
    if (fault === 'FUTURE_DATE') {
      const message = `It was last seen in the future, ${String(device.lastHeartbeatAt)}: a clock is wrong.`;
      return this.#setAside(device.id, device.label ?? null, { code: fault, message });
    }
    if (link === undefined && !isChosen(upstream?.part ?? null, device)) {
      const lastAtMs = records.core.clock.now();
      const { id: upstreamId, label = null } = device;
      const aside = { upstreamId, label, code: 'NOT_CHOSEN', message: '', lastAtMs };
      await records.core.writer.run(() => stores.trouble.setAside(aside));
      return;
    }
    if (link === undefined && device.isArchived) return;
    const { enterpriseName } = device;
    if (enterpriseName !== undefined && enterpriseName !== upstream?.enterpriseName)
      await records.core.writer.run(() => stores.upstream.set({ enterpriseName }));
    const { log } = this.#order;
    const waits = await settleDevice(this.#parts, { device, listed }, { log, gate });
    if (waits !== undefined) waiting.push(waits);
  }

  /** The device went to another organisation. */
  async #settleForeign(device: CentralDevice, link: Standing | undefined): Promise<void> {
    const { records } = this.#parts;
    if (link === undefined || link.gone !== null)
      return this.#setAside(device.id, device.label ?? null, {
        code: 'OTHER_ORGANISATION',
        message: 'It belongs to another organisation.',
      });
    await records.core.writer.run((afterCommit) => {
      const record = records.devices.findByKey(link.deviceKey);
      if (record === undefined) return;
      archiveGone(this.#parts, record, 'OTHER_ORGANISATION', afterCommit);
      this.#order.log.note('down', record, { archived: 'OTHER_ORGANISATION' });
    });
  }

  async #push(waiting: readonly Waiting[]): ReturnType<typeof pushAll> {
    const { central, signal, log } = this.#order;
    this.#toPush += waiting.length;
    this.#tellPushed(0);
    return pushAll(this.#parts, waiting, { central, signal, log, onDone: () => this.#tellPushed(1) });
  }

  #tellPushed(by: number): void {
    this.#pushed += by;
    this.#order.onProgress('pushing', this.#pushed, this.#toPush);
  }

  async #tellLifecycle(): Promise<void> {
    const waiting = this.#parts.stores.outbox.count();
    if (waiting === 0) return;
    this.#toPush += waiting;
    await tellLifecycle(this.#parts, this.#order, () => this.#tellPushed(1));
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
        await reportUp(this.#parts, key, this.#order);
        this.#tellPushed(1);
      }
    };
    await Promise.all(Array.from({ length: REPORTS_AT_ONCE }, worker));
  }
}

/** Looks at links page by page, letting requests in between. */
async function eachLink(
  readPage: (afterKey: number, limit: number) => Standing[],
  look: (link: Standing) => void,
): Promise<void> {
  const pause = new Pause();
  let after = 0;
  for (;;) {
    const page = readPage(after, PAGE);
    for (const link of page) look(link);
    if (page.length < PAGE) return;
    after = page.at(-1)?.deviceKey ?? after;
    await pause.ifDue();
  }
}
