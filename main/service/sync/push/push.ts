import type { DesiredState } from '../rules/desired.ts';
import { groupPushes, type Push, type PushCall } from '../rules/push-calls.ts';
import type { Version } from '../wire/version.ts';
import type { Refused } from '../wire/outcome.ts';
import type { WriteResult } from '../client/readers.ts';
import type { CentralClient } from '../client/central.ts';
import type { SyncParts } from '../records/parts.ts';
import type { RunLog } from '../records/run-log.ts';
import type { RunReason } from '../records/run-store.ts';
import { partsOf, type PendingPush } from '../merge/settle.ts';
import { Fault, type Tolerance } from '../records/tolerance.ts';
import { sealState, unsealState } from '../wire/wire.ts';

/** Where to push, and whom to inform about progress. */
type Pushing = {
  readonly central: CentralClient;
  readonly signal: AbortSignal;
  readonly log: RunLog;
  readonly tolerance: Tolerance;
  /** Called for each finished device. */
  readonly onDone: () => void;
};

/**
 * Writes pending changes at the central, grouping equal ones. The base of a device is updated part by part from the
 * answers; parts without an answer are computed again by the next run. If the central supports conditions, a device
 * that changed since it was read is not written. If it does not, nothing is written after a wait. Returns the devices
 * to read again, and those of them that were only postponed.
 */
export async function pushAll(
  parts: SyncParts,
  waiting: readonly PendingPush[],
  { central, signal, log, tolerance, onDone }: Pushing,
): Promise<{ readonly toRead: ReadonlySet<string>; readonly postponed: ReadonlySet<string> }> {
  const byId = new Map(waiting.map((each) => [each.upstreamId, each]));
  const calls = callsFor(parts, waiting);
  const open = new Map<string, number>();
  for (const { ids } of calls) for (const id of ids) open.set(id, (open.get(id) ?? 0) + 1);
  const [failed, toRead, postponed] = [new Set<string>(), new Set<string>(), new Set<string>()];
  /** Devices for which the central failed; only the next run tries again. */
  const faulty = new Set<string>();
  const versions = new Map(
    waiting.flatMap(({ upstreamId, version }) => (version === null ? [] : [[upstreamId, version] as const])),
  );
  const write = async (planned: PushCall): Promise<void> => {
    // If another call for a device failed, its changes must be computed again.
    const call = withoutIds(planned, new Set([...toRead, ...postponed, ...faulty]));
    if (call === undefined) return;
    const finishWriting = parts.echoes.writing(call.ids);
    const outcome = await central.push(call, { signal, versions }).finally(finishWriting);
    const answer = outcome.kind === 'stale' ? outcome : tolerance.valueOf(outcome);
    if (answer instanceof Fault) {
      for (const id of call.ids) faulty.add(id);
      const keys = call.ids.flatMap((id) => byId.get(id)?.deviceKey ?? []);
      return noteFault(parts, keys, answer.reason);
    }
    // The remaining unconditional writes were computed before that wait, too.
    if (answer.kind === 'stale') unconditioned(waiting, versions).forEach((id) => postponed.add(id));
    const results = resultsOf(answer, call.ids);
    await Promise.all(
      results.map(async (result) => {
        const each = byId.get(result.id);
        if (each === undefined) return;
        const left = (open.get(result.id) ?? 1) - 1;
        open.set(result.id, left);
        if (result.ok !== true) failed.add(result.id);
        if (isToRead(result)) toRead.add(result.id);
        noteVersion(versions, result);
        const isLast = left === 0;
        await parts.records.core.writer.run(() => {
          if (result.ok === true) moveBase(parts, each, { call, version: result.version });
          else if (isToRead(result)) parts.stores.links.set(each.deviceKey, { isStale: true });
          else noteRefused(parts, each, result, log);
          if (isLast && !failed.has(result.id)) noteAgreed(parts, each, log);
        });
        if (isLast) onDone();
      }),
    );
  };
  await inOrderOfEach(calls, write);
  for (const id of postponed) if ((open.get(id) ?? 0) > 0) toRead.add(id);
  for (const id of new Set([...toRead, ...faulty])) if ((open.get(id) ?? 0) > 0) onDone();
  return { toRead, postponed };
}

/** A device for which the central has failed is written alone: perhaps it fails because of that device. */
function callsFor({ stores }: SyncParts, waiting: readonly PendingPush[]): PushCall[] {
  const { doubtful = [], others = [] } = Object.groupBy(waiting, ({ deviceKey }) =>
    stores.trouble.failuresOf(deviceKey).some(({ kind, revision }) => kind === 'desired' && revision === null)
      ? 'doubtful'
      : 'others',
  );
  const toPush = ({ upstreamId: id, push }: PendingPush): Push => ({ id, push });
  return [...groupPushes(others.map(toPush)), ...doubtful.flatMap((each) => groupPushes([toPush(each)]))];
}

/** The outcome of a write is unknown: the next run reads its devices before it writes them again. */
function noteFault(
  { records, stores }: SyncParts,
  deviceKeys: readonly number[],
  { code, message }: RunReason,
): Promise<void> {
  const lastAtMs = records.core.clock.now();
  return records.core.writer.run(() => {
    for (const deviceKey of deviceKeys)
      stores.trouble.fail({ deviceKey, kind: 'desired', code, message, revision: null, lastAtMs });
  });
}

/**
 * Runs several calls at a time, but those of one device in order, because each is conditional on the result of the
 * previous one. After a fault no more calls are started, and those in progress are awaited.
 */
async function inOrderOfEach(
  calls: readonly PushCall[],
  write: (call: PushCall) => Promise<void>,
): Promise<void> {
  const last = new Map<string, Promise<void>>();
  let fault: { readonly error: unknown } | undefined;
  const all = calls.map((call) => {
    const before = call.ids.flatMap((id) => last.get(id) ?? []);
    const done = Promise.all(before)
      .then(() => (fault === undefined ? write(call) : undefined))
      .catch((error: unknown) => void (fault ??= { error }));
    for (const id of call.ids) last.set(id, done);
    return done;
  });
  await Promise.all(all);
  if (fault !== undefined) throw fault.error;
}

function unconditioned(waiting: readonly PendingPush[], versions: ReadonlyMap<string, Version>): string[] {
  return waiting.map(({ upstreamId }) => upstreamId).filter((id) => !versions.has(id));
}

/** Returns the result for each device of a call. */
function resultsOf(
  answer:
    | { readonly kind: 'ok'; readonly value: readonly WriteResult[] }
    | Refused
    | { readonly kind: 'stale' },
  ids: readonly string[],
): readonly WriteResult[] {
  if (answer.kind === 'ok') return answer.value;
  if (answer.kind === 'stale') return ids.map((id) => ({ id, ok: 'unclear' }));
  const { status, code, message } = answer;
  return ids.map((id) => ({ id, ok: false, status, code, message }));
}

/** Returns the call without these devices; undefined if none is left. */
function withoutIds(call: PushCall, left: ReadonlySet<string>): PushCall | undefined {
  if (call.kind === 'removeMetadata') return left.has(call.ids[0]) ? undefined : call;
  const ids = call.ids.filter((id) => !left.has(id));
  return ids.length === 0 ? undefined : { ...call, ids };
}

/** True if the device is missing, has changed or has no clear result. */
function isToRead(result: WriteResult): result is Exclude<WriteResult, { readonly ok: true }> {
  if (result.ok !== false) return result.ok === 'unclear';
  const { status, code } = result;
  const isMoved = status === 409 || status === 412 || code === 'CONFLICT';
  return isMoved || status === 404 || code === 'DEVICE_NOT_FOUND';
}

/** The next write of the device is conditional on the result of this one. */
function noteVersion(versions: Map<string, Version>, result: WriteResult): void {
  const version = result.ok === true ? result.version : null;
  if (version === null) versions.delete(result.id);
  else versions.set(result.id, version);
}

/** Stores in the base that the central now has the part that this call wrote. */
function moveBase(
  { records, stores }: SyncParts,
  { deviceKey, merged }: PendingPush,
  { call, version }: { readonly call: PushCall; readonly version: Version | null },
): void {
  const { vault } = records.core;
  const storedBase = stores.links.base(deviceKey);
  if (storedBase === undefined) return;
  stores.links.set(deviceKey, { baseRevision: version?.revision ?? null });
  stores.links.setBase(deviceKey, sealState(written(unsealState(storedBase, vault), merged, call), vault));
}

function written(base: DesiredState, merged: DesiredState, call: PushCall): DesiredState {
  switch (call.kind) {
    case 'configure':
      return { ...base, settings: withParts(base.settings, merged.settings, Object.keys(call.settings)) };
    case 'patch':
      return {
        ...base,
        ...('label' in call ? { label: merged.label } : {}),
        ...('license' in call ? { license: merged.license } : {}),
      };
    case 'setMetadata':
    case 'removeMetadata':
      return { ...base, metadata: withParts(base.metadata, merged.metadata, [call.namespace]) };
  }
}

function withParts<Value>(
  base: Readonly<Record<string, Value>>,
  merged: Readonly<Record<string, Value>>,
  names: readonly string[],
): Readonly<Record<string, Value>> {
  const result: Record<string, Value> = { ...base };
  for (const name of names) {
    const value = merged[name];
    if (value === undefined) Reflect.deleteProperty(result, name);
    else result[name] = value;
  }
  return result;
}

function noteAgreed(
  { records, stores }: SyncParts,
  { deviceKey, push, revision }: PendingPush,
  log: RunLog,
): void {
  stores.links.set(deviceKey, { syncedRevision: revision });
  stores.trouble.clear(deviceKey, 'desired');
  const record = records.devices.findByKey(deviceKey);
  if (record !== undefined) log.note('up', record, { parts: partsOf(push) });
  log.count('pushed');
}

function noteRefused(
  { records, stores }: SyncParts,
  { deviceKey, revision, push }: PendingPush,
  { status, code, message }: Extract<WriteResult, { readonly ok: false }>,
  log: RunLog,
): void {
  stores.trouble.fail({
    deviceKey,
    kind: 'desired',
    code: code ?? (status === undefined ? 'REFUSED' : `HTTP_${status}`),
    message,
    revision,
    lastAtMs: records.core.clock.now(),
  });
  const record = records.devices.findByKey(deviceKey);
  if (record !== undefined) log.note('failed', record, { parts: partsOf(push), code, message });
  log.count('failed');
}
