import type { DesiredState } from '../../../../shared/domain/sync/desired.ts';
import { groupPushes, type PushCall } from '../../../../shared/domain/sync/push-calls.ts';
import type { Version } from '../client/version.ts';
import type { Refused } from '../client/outcome.ts';
import type { WriteResult } from '../client/readers.ts';
import type { CentralClient, SyncParts } from '../engine/parts.ts';
import type { RunLog } from '../engine/run-log.ts';
import { partsOf, type Waiting } from '../merge/settle.ts';
import { valueOf } from '../engine/stop.ts';
import { sealState, unsealState } from './wire.ts';

/** Where pushes go, and who hears how far they are. */
type Pushing = {
  readonly central: CentralClient;
  readonly signal: AbortSignal;
  readonly log: RunLog;
  /** Called for each device that is through. */
  readonly onDone: () => void;
};

/**
 * Writes at the central what waits, equal changes together. The base of a device moves with the central's answer, part
 * by part: what is not answered is worked out anew by the next run. Where the central takes conditions, a device that
 * somebody else wrote since it was read is not written, and where it does not, nothing is written that had to wait since.
 * Answers the devices that have to be read again, and of those the ones that were merely put off.
 */
export async function pushAll(
  parts: SyncParts,
  waiting: readonly Waiting[],
  { central, signal, log, onDone }: Pushing,
): Promise<{ readonly toRead: ReadonlySet<string>; readonly putOff: ReadonlySet<string> }> {
  const byId = new Map(waiting.map((each) => [each.upstreamId, each]));
  const calls = groupPushes(waiting.map(({ upstreamId: id, push }) => ({ id, push })));
  const open = new Map<string, number>();
  for (const { ids } of calls) for (const id of ids) open.set(id, (open.get(id) ?? 0) + 1);
  const [failed, toRead, putOff] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const versions = new Map(
    waiting.flatMap(({ upstreamId, version }) => (version === null ? [] : [[upstreamId, version] as const])),
  );
  const write = async (planned: PushCall): Promise<void> => {
    // What another call of this push was refused has to be worked out anew.
    const call = withoutIds(planned, new Set([...toRead, ...putOff]));
    if (call === undefined) return;
    const wrote = parts.echoes.writing(call.ids);
    const outcome = await central.push(call, { signal, versions }).finally(wrote);
    const answer = outcome.kind === 'stale' ? outcome : valueOf(outcome);
    // What waits behind it was worked out before that wait as well.
    if (answer.kind === 'stale') unconditioned(waiting, versions).forEach((id) => putOff.add(id));
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
          else if (isToRead(result)) parts.stores.links.set(each.deviceKey, { isBehind: true });
          else noteRefused(parts, each, result, log);
          if (isLast && !failed.has(result.id)) noteAgreed(parts, each, log);
        });
        if (isLast) onDone();
      }),
    );
  };
  await inOrderOfEach(calls, write);
  const left = [...putOff].filter((id) => (open.get(id) ?? 0) > 0 && !toRead.has(id));
  await markBehind(
    parts,
    left.flatMap((id) => byId.get(id)?.deviceKey ?? []),
  );
  for (const id of left) toRead.add(id);
  for (const id of toRead) if ((open.get(id) ?? 0) > 0) onDone();
  return { toRead, putOff };
}

/**
 * Does several at a time; those of one device one after the other, since each is made on the condition of what the one
 * before it left. After a fault nothing more is begun, and what is under way is waited for.
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

function unconditioned(waiting: readonly Waiting[], versions: ReadonlyMap<string, Version>): string[] {
  return waiting.map(({ upstreamId }) => upstreamId).filter((id) => !versions.has(id));
}

/** What became of each device of a call. */
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

function markBehind({ records, stores }: SyncParts, deviceKeys: readonly number[]): Promise<void> {
  return records.core.writer.run(() => {
    for (const deviceKey of deviceKeys) stores.links.set(deviceKey, { isBehind: true });
  });
}

/** The call for the other devices; undefined where there are none. */
function withoutIds(call: PushCall, left: ReadonlySet<string>): PushCall | undefined {
  if (call.kind === 'removeMetadata') return left.has(call.ids[0]) ? undefined : call;
  const ids = call.ids.filter((id) => !left.has(id));
  return ids.length === 0 ? undefined : { ...call, ids };
}

/** One that is not there, or that moved meanwhile, or of which nothing was said. */
function isToRead(result: WriteResult): result is Exclude<WriteResult, { readonly ok: true }> {
  if (result.ok !== false) return result.ok === 'unclear';
  const { status, code } = result;
  const isMoved = status === 409 || status === 412 || code === 'CONFLICT';
  return isMoved || status === 404 || code === 'DEVICE_NOT_FOUND';
}

/** The next write of the same device is made on what this one left. */
function noteVersion(versions: Map<string, Version>, result: WriteResult): void {
  const version = result.ok === true ? result.version : null;
  if (version === null) versions.delete(result.id);
  else versions.set(result.id, version);
}

/** What the central has now: of what it had, the part that this call wrote is as it shall be. */
function moveBase(
  { records, stores }: SyncParts,
  { deviceKey, merged }: Waiting,
  { call, version }: { readonly call: PushCall; readonly version: Version | null },
): void {
  const { vault } = records.core;
  const kept = stores.links.base(deviceKey);
  if (kept === undefined) return;
  stores.links.set(deviceKey, { baseRevision: version?.revision ?? null });
  stores.links.setBase(deviceKey, sealState(written(unsealState(kept, vault), merged, call), vault));
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
  { deviceKey, push, revision }: Waiting,
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
  { deviceKey, revision, push }: Waiting,
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
