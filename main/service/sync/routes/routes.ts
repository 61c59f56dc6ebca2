import { setTimeout } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import type { Sync } from '../../../../shared/contract/sync/sync.ts';
import { toInstantOrNull } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import { Yielder } from '../../kernel/yielding.ts';
import { actOf } from '../../devices/history/index.ts';
import { checkOf } from './check.ts';
import { countLinks } from './counts.ts';
import type { Conflict } from '../records/conflict-store.ts';
import { saveUpstream, readAddress } from './connect.ts';
import { dropWaiting } from '../conflicts/discard.ts';
import type { Engine } from '../engine/engine.ts';
import { refuseForeign, type SyncRoutes } from './context.ts';
import { mountLists } from './lists.ts';
import { createAtCentral } from '../merge/create-at-central.ts';
import { linkByHand } from '../merge/link-by-hand.ts';
import type { SyncParts } from '../records/parts.ts';
import { type Deciding, resolveConflict } from '../conflicts/resolve.ts';
import { toConflict, toSyncDevice, toWaiting } from './views.ts';
import { pendingChangesOf } from '../apply/pending-changes.ts';

/** Serves `/station/upstream` and `/station/sync`, for the station's own organisation only. */
export function mountSyncRoutes(http: FastifyInstance, context: SyncRoutes): void {
  mountState(http, context);
  mountUpstream(http, context);
  mountConflicts(http, context);
  mountLists(http, context);
  mountWaiting(http, context);
  mountWork(http, context);
}

/** A central syncs with no other, so it cannot be made to connect to addresses in its own network. */
function refuseAtCentral(role: SyncRoutes['role']): Failure<'FORBIDDEN'> | undefined {
  return role === 'central' ? new Failure('FORBIDDEN', 'A central syncs with no other.') : undefined;
}

/** Refuses a request if no central is configured. */
function refuseWithoutCentral({ parts }: SyncRoutes): Failure<'CONFLICT'> | undefined {
  if (parts.stores.upstream.get() !== undefined) return undefined;
  return new Failure('CONFLICT', 'No central is connected.');
}

/** Returns the sync status of the station. */
export function viewOf({
  parts,
  engine,
  isByFlags,
}: Pick<SyncRoutes, 'parts' | 'engine' | 'isByFlags'>): Sync {
  const { stores, records, enterpriseId } = parts;
  const upstream = stores.upstream.get();
  const view = engine.view;
  const isBusy = view.state === 'pulling' || view.state === 'pushing';
  const counts = countLinks(stores, enterpriseId, isBusy);
  const { links, ahead, behind, gone, events, stranded, unlinked } = counts;
  const newEvents =
    upstream === undefined ? 0 : Math.max(0, records.events.newestKey() - upstream.eventsScanned);
  return {
    state: view.state,
    reason: view.reason,
    progress: view.progress,
    upstream:
      upstream === undefined
        ? null
        : {
            url: upstream.url,
            enterpriseId: upstream.enterpriseId,
            enterpriseName: upstream.enterpriseName,
            part: upstream.part,
            isSetByFlags: isByFlags,
            createsSlots: upstream.epoch !== null,
          },
    pulledAt: toInstantOrNull(upstream?.pulledAtMs ?? null),
    upToDateAt: toInstantOrNull(view.upToDateAtMs),
    lastContactAt: toInstantOrNull(upstream?.lastContactMs ?? null),
    nextRunAt: toInstantOrNull(view.nextRunAtMs),
    clockSkewMs: view.clockSkewMs,
    linked: links - gone,
    unlinked,
    gone,
    waiting: {
      desired: ahead,
      lifecycle: stores.outbox.count(),
      held: stores.outbox.countHeld(),
      events: events + newEvents,
      toRead: behind,
    },
    stranded,
    conflicts: stores.conflicts.countOpen(),
    failures: stores.trouble.countFailures(),
    setAside: stores.trouble.countQuarantined(),
  };
}

function mountState(http: FastifyInstance, context: SyncRoutes): void {
  const { engine, parts } = context;
  const { stores, records } = parts;
  mount(http, contract.getSync, ({ caller }) => refuseForeign(context, caller) ?? viewOf(context));

  mount(http, contract.runSync, async ({ body, caller }) => {
    await context.flagsApplied();
    const refused = refuseForeign(context, caller) ?? refuseWithoutCentral(context);
    if (refused !== undefined) return refused;
    engine.runNow('asked', body.confirmsRemovals);
    await untilIdleWithin(engine, body.waitSec);
    return viewOf(context);
  });

  const setPaused = async (
    isPaused: boolean,
    caller: Caller,
  ): Promise<Sync | Failure<'FORBIDDEN' | 'CONFLICT'>> => {
    const refused = refuseForeign(context, caller) ?? refuseWithoutCentral(context);
    if (refused !== undefined) return refused;
    await records.core.writer.run(() => stores.upstream.set({ isPaused }));
    await engine.restart();
    return viewOf(context);
  };
  mount(http, contract.pauseSync, ({ caller }) => setPaused(true, caller));
  mount(http, contract.resumeSync, ({ caller }) => setPaused(false, caller));
}

/** Waits for the end of the sync run, for at most `waitSec` seconds. */
export async function untilIdleWithin(engine: Engine, waitSec: number): Promise<void> {
  if (waitSec === 0) return;
  const over = new AbortController();
  const late = setTimeout(waitSec * 1_000, undefined, { ref: false, signal: over.signal }).catch(
    () => undefined,
  );
  await Promise.race([engine.untilIdle(), late]);
  over.abort();
}

function mountUpstream(http: FastifyInstance, context: SyncRoutes): void {
  const { engine, parts, role, isByFlags, ownUrls, open, refuseCentral } = context;
  const { stores, records } = parts;
  const fixed = (): Failure<'CONFLICT'> | undefined =>
    role === 'central'
      ? new Failure('CONFLICT', 'A central syncs with no other.')
      : isByFlags
        ? new Failure(
            'CONFLICT',
            'Command-line flags configure the central. Change them and restart the station.',
          )
        : refuseCentral();

  mount(http, contract.setUpstream, async ({ body, caller }) => {
    const refused = refuseForeign(context, caller) ?? fixed();
    if (refused !== undefined) return refused;
    const url = readAddress(body.url, ownUrls());
    if (url instanceof Failure) return url;
    const failure = await saveUpstream(parts, { ...body, url, token: body.token });
    if (failure !== undefined) return failure;
    await engine.restart();
    return viewOf(context);
  });

  mount(http, contract.removeUpstream, async ({ caller }) => {
    const refused = refuseForeign(context, caller) ?? fixed();
    if (refused !== undefined) return refused;
    await records.core.writer.run(() => stores.upstream.remove());
    await engine.restart();
    return viewOf(context);
  });

  mount(http, contract.checkUpstream, async ({ body, caller }) => {
    const refused = refuseForeign(context, caller) ?? refuseAtCentral(role);
    if (refused !== undefined) return refused;
    const known = stores.upstream.get();
    const url = readAddress(body.url ?? known?.url ?? '', ownUrls());
    if (url instanceof Failure) return url;
    const isKnownOrigin = known !== undefined && new URL(known.url).origin === new URL(url).origin;
    const token = body.token ?? (isKnownOrigin ? records.core.vault.unseal(known.token) : undefined);
    if (token === undefined) {
      const message = 'Enter a token for this central';
      return new Failure('VALIDATION_FAILED', `${message}.`, { details: [{ path: 'token', message }] });
    }
    const central = open(url, token);
    try {
      return checkOf(await central.check());
    } finally {
      await central.close();
    }
  });
}

function mountConflicts(http: FastifyInstance, context: SyncRoutes): void {
  const { parts, onDecided } = context;
  const { stores, records } = parts;
  const { writer } = records.core;
  mount(http, contract.listConflicts, ({ query, caller }) => {
    const { status, page, limit } = query;
    const { total, items } = stores.conflicts.page(status, { page, limit });
    return (
      refuseForeign(context, caller) ?? {
        page,
        limit,
        total,
        items: items.map((each) => toConflict(parts, each)),
      }
    );
  });

  mount(http, contract.resolveConflict, ({ params, body, caller }) => {
    const refused = refuseForeign(context, caller);
    if (refused !== undefined) return refused;
    return writer.run((afterCommit) => {
      const conflict = stores.conflicts.find(params.conflictId);
      if (conflict === undefined) return new Failure('NOT_FOUND', 'There is no such conflict.');
      const by = { act: actOf(caller, 'conflict') };
      const resolved = resolveConflict(parts, conflict, { ...body, by }, afterCommit);
      afterCommit(onDecided);
      return resolved instanceof Failure ? resolved : toConflict(parts, resolved);
    });
  });

  mount(http, contract.resolveConflicts, async ({ body, caller }) => {
    const refused = refuseForeign(context, caller);
    if (refused !== undefined) return refused;
    const { take, conflictsId, deviceId, path = [] } = body;
    const deviceKey = deviceId === undefined ? undefined : records.devices.find(deviceId)?.key;
    if (deviceId !== undefined && deviceKey === undefined) return { resolved: 0, failed: 0 };
    const by: Deciding = { act: actOf(caller, 'conflict') };
    let [resolved, failed] = [0, 0];
    const yielder = new Yielder();
    for (const page of conflictsId === undefined
      ? openConflicts(parts)
      : givenConflicts(parts, conflictsId)) {
      const fitting = page.filter(
        (each) =>
          (deviceKey === undefined || each.deviceKey === deviceKey) &&
          path.every((segment, index) => each.path[index] === segment),
      );
      const outcomes = await Promise.all(
        fitting.map((each) =>
          writer.run((afterCommit) => resolveConflict(parts, each, { take, by }, afterCommit)),
        ),
      );
      const refusals = outcomes.filter((outcome) => outcome instanceof Failure).length;
      failed += refusals;
      resolved += outcomes.length - refusals;
      await yielder.yieldIfDue();
    }
    onDecided();
    return { resolved, failed };
  });
}

/** Conflicts that are decided before other work gets a turn. */
const BATCH_SIZE = 50;

/** Yields the open conflicts in batches. */
function* openConflicts({ stores }: SyncParts): Generator<readonly Conflict[]> {
  for (let after = 0; ;) {
    const page = stores.conflicts.openAfter(after, BATCH_SIZE);
    if (page.length === 0) return;
    after = page.at(-1)?.key ?? after;
    yield page;
  }
}

/** Yields the given conflicts in batches, including decided ones. Of several about one value, the newest settles the others. */
function* givenConflicts({ stores }: SyncParts, ids: readonly string[]): Generator<readonly Conflict[]> {
  const newest = new Map<string, Pick<Conflict, 'id' | 'key'>>();
  for (const each of ids) {
    const conflict = stores.conflicts.find(each);
    if (conflict === undefined) continue;
    const { id, key, kind, deviceKey, path } = conflict;
    const about = kind === 'field' ? JSON.stringify([deviceKey, path]) : id;
    if ((newest.get(about)?.key ?? 0) < key) newest.set(about, { id, key });
  }
  const all = [...newest.values()];
  for (let at = 0; at < all.length; at += BATCH_SIZE)
    yield all.slice(at, at + BATCH_SIZE).flatMap(({ id }) => stores.conflicts.find(id) ?? []);
}

/** Serves the pending changes, value by value, and discards them. */
function mountWaiting(http: FastifyInstance, context: SyncRoutes): void {
  const { parts } = context;
  mount(http, contract.getSyncWaiting, ({ params: { deviceId }, caller }) => {
    const refused = refuseForeign(context, caller);
    if (refused !== undefined) return refused;
    const record = parts.records.devices.find(deviceId);
    const waiting = record?.enterpriseId === parts.enterpriseId ? pendingChangesOf(parts, record) : undefined;
    if (waiting === undefined)
      return new Failure('DEVICE_NOT_FOUND', 'The central has no device with this id.');
    return toWaiting(waiting.items);
  });

  mount(http, contract.dropWaiting, async ({ body, caller }) => {
    const refused = refuseForeign(context, caller) ?? refuseWithoutCentral(context);
    if (refused !== undefined) return refused;
    const chosen = body.parts === undefined ? undefined : new Set(body.parts);
    const by = { act: actOf(caller, 'conflict') };
    return dropWaiting(parts, body.devicesId, { parts: chosen, by });
  });
}

function mountWork(http: FastifyInstance, context: SyncRoutes): void {
  const { parts, engine } = context;
  const { stores, records } = parts;
  mount(http, contract.linkDevice, async ({ body, caller }) => {
    const refused = refuseForeign(context, caller) ?? refuseWithoutCentral(context);
    if (refused !== undefined) return refused;
    const { central } = engine;
    if (central === undefined) return new Failure('CONFLICT', 'Sync is paused.');
    const link = await linkByHand(parts, central, body);
    if (link instanceof Failure) return link;
    engine.runNow('asked', false);
    return toSyncDevice(parts, engine.view, link);
  });

  mount(http, contract.createCentralSlots, async ({ body, caller }) => {
    const refused = refuseForeign(context, caller) ?? refuseWithoutCentral(context);
    if (refused !== undefined) return refused;
    const { central } = engine;
    if (central === undefined) return new Failure('CONFLICT', 'Sync is paused.');
    const done = await createAtCentral(parts, central, { devicesId: body.devicesId });
    if (!(done instanceof Failure)) engine.runNow('asked', false);
    return done;
  });

  mount(http, contract.retrySync, async ({ body, caller }) => {
    const refused = refuseForeign(context, caller) ?? refuseWithoutCentral(context);
    if (refused !== undefined) return refused;
    await records.core.writer.run(() => {
      if (body.devicesId === undefined) return stores.trouble.clearAll();
      for (const id of body.devicesId) {
        const key = records.devices.find(id)?.key;
        if (key !== undefined) stores.trouble.clearOf(key);
      }
    });
    engine.runNow('asked', false);
    return viewOf(context);
  });
}
