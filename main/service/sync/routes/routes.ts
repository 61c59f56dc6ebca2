import { setTimeout } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import type { Sync } from '../../../../shared/contract/sync/sync.ts';
import { toInstantOrNull } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { mount } from '../../kernel/http/mount.ts';
import { Pause } from '../../kernel/yielding.ts';
import { actOf } from '../../devices/index.ts';
import { checkOf } from './check.ts';
import type { Conflict } from '../conflicts/conflict-store.ts';
import { keepUpstream, readAddress } from './connect.ts';
import { dropWaiting } from '../push/drop.ts';
import type { Engine } from '../engine/engine.ts';
import { foreign, type SyncRoutes } from './given.ts';
import { mountLists } from './lists.ts';
import { createThere } from '../merge/create-there.ts';
import { linkByHand } from '../merge/link-by-hand.ts';
import type { SyncParts } from '../engine/parts.ts';
import { type Deciding, resolveConflict } from '../conflicts/resolve.ts';
import { toConflict, toSyncDevice, toWaiting } from './views.ts';
import { waitingOf } from '../push/waiting.ts';

/** Serves `/station/upstream` and `/station/sync`: for the station's own organisation alone. */
export function mountSyncRoutes(http: FastifyInstance, given: SyncRoutes): void {
  mountState(http, given);
  mountUpstream(http, given);
  mountConflicts(http, given);
  mountLists(http, given);
  mountWaiting(http, given);
  mountWork(http, given);
}

/** A central syncs with no other, so that nobody asks it to reach for addresses in its own network. */
function ofCentral(role: SyncRoutes['role']): Failure<'FORBIDDEN'> | undefined {
  return role === 'central' ? new Failure('FORBIDDEN', 'A central syncs with no other.') : undefined;
}

/** The refusal where there is nothing to sync with. */
function unset({ parts }: SyncRoutes): Failure<'CONFLICT'> | undefined {
  if (parts.stores.upstream.get() !== undefined) return undefined;
  return new Failure('CONFLICT', 'No central is set.');
}

/** How far the station and its central agree. */
export function viewOf({
  parts,
  engine,
  isByFlags,
}: Pick<SyncRoutes, 'parts' | 'engine' | 'isByFlags'>): Sync {
  const { stores, records, enterpriseId } = parts;
  const upstream = stores.upstream.get();
  const view = engine.view;
  const { links, ahead, behind, gone, events, stranded } = stores.links.counts();
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
    unlinked: stores.links.countUnlinked(enterpriseId),
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
    setAside: stores.trouble.countAside(),
  };
}

function mountState(http: FastifyInstance, given: SyncRoutes): void {
  const { engine, parts } = given;
  const { stores, records } = parts;
  mount(http, contract.getSync, ({ caller }) => foreign(given, caller) ?? viewOf(given));

  mount(http, contract.runSync, async ({ body, caller }) => {
    await given.begun();
    const refused = foreign(given, caller) ?? unset(given);
    if (refused !== undefined) return refused;
    engine.runNow('asked', body.confirmsRemovals);
    await restWithin(engine, body.waitSec);
    return viewOf(given);
  });

  const setPaused = async (
    isPaused: boolean,
    caller: Caller,
  ): Promise<Sync | Failure<'FORBIDDEN' | 'CONFLICT'>> => {
    const refused = foreign(given, caller) ?? unset(given);
    if (refused !== undefined) return refused;
    await records.core.writer.run(() => stores.upstream.set({ isPaused }));
    await engine.restart();
    return viewOf(given);
  };
  mount(http, contract.pauseSync, ({ caller }) => setPaused(true, caller));
  mount(http, contract.resumeSync, ({ caller }) => setPaused(false, caller));
}

/** Waits until sync has come to rest, for so many seconds at most. */
async function restWithin(engine: Engine, waitSec: number): Promise<void> {
  if (waitSec === 0) return;
  const over = new AbortController();
  const late = setTimeout(waitSec * 1_000, undefined, { ref: false, signal: over.signal }).catch(
    () => undefined,
  );
  await Promise.race([engine.rest(), late]);
  over.abort();
}

function mountUpstream(http: FastifyInstance, given: SyncRoutes): void {
  const { engine, parts, role, isByFlags, ownUrls, open } = given;
  const { stores, records } = parts;
  const fixed = (): Failure<'CONFLICT'> | undefined =>
    role === 'central'
      ? new Failure('CONFLICT', 'A central syncs with no other.')
      : isByFlags
        ? new Failure('CONFLICT', 'The flags that the station was started with say whom it syncs with.')
        : undefined;

  mount(http, contract.setUpstream, async ({ body, caller }) => {
    const refused = foreign(given, caller) ?? fixed();
    if (refused !== undefined) return refused;
    const url = readAddress(body.url, ownUrls());
    if (url instanceof Failure) return url;
    const failure = await keepUpstream(parts, { ...body, url, token: body.token });
    if (failure !== undefined) return failure;
    await engine.restart();
    return viewOf(given);
  });

  mount(http, contract.removeUpstream, async ({ caller }) => {
    const refused = foreign(given, caller) ?? fixed();
    if (refused !== undefined) return refused;
    await records.core.writer.run(() => stores.upstream.remove());
    await engine.restart();
    return viewOf(given);
  });

  mount(http, contract.checkUpstream, async ({ body, caller }) => {
    const refused = foreign(given, caller) ?? ofCentral(role);
    if (refused !== undefined) return refused;
    const known = stores.upstream.get();
    const url = readAddress(body.url ?? known?.url ?? '', ownUrls());
    if (url instanceof Failure) return url;
    const isKnownOrigin = known !== undefined && new URL(known.url).origin === new URL(url).origin;
    const token = body.token ?? (isKnownOrigin ? records.core.vault.unseal(known.token) : undefined);
    if (token === undefined) {
      const message = 'A token for this central is needed';
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

function mountConflicts(http: FastifyInstance, given: SyncRoutes): void {
  const { parts, onDecided } = given;
  const { stores, records } = parts;
  const { writer } = records.core;
  mount(http, contract.listConflicts, ({ query, caller }) => {
    const { status, page, limit } = query;
    const { total, items } = stores.conflicts.page(status, { page, limit });
    return (
      foreign(given, caller) ?? { page, limit, total, items: items.map((each) => toConflict(parts, each)) }
    );
  });

  mount(http, contract.resolveConflict, ({ params, body, caller }) => {
    const refused = foreign(given, caller);
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
    const refused = foreign(given, caller);
    if (refused !== undefined) return refused;
    const { take, conflictsId, deviceId, path = [] } = body;
    const deviceKey = deviceId === undefined ? undefined : records.devices.find(deviceId)?.key;
    if (deviceId !== undefined && deviceKey === undefined) return { resolved: 0, failed: 0 };
    const by: Deciding = { act: actOf(caller, 'conflict') };
    let [resolved, failed] = [0, 0];
    const pause = new Pause();
    for (const page of conflictsId === undefined ? openOnes(parts) : namedOnes(parts, conflictsId)) {
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
      await pause.ifDue();
    }
    onDecided();
    return { resolved, failed };
  });
}

/** So many conflicts are decided before anybody else has a turn. */
const CONFLICTS_AT_ONCE = 50;

/** Those that are open, some at a time. */
function* openOnes({ stores }: SyncParts): Generator<readonly Conflict[]> {
  for (let after = 0; ;) {
    const page = stores.conflicts.openAfter(after, CONFLICTS_AT_ONCE);
    if (page.length === 0) return;
    after = page.at(-1)?.key ?? after;
    yield page;
  }
}

/** Those that are named, also where they were decided before; some at a time. */
function* namedOnes({ stores }: SyncParts, ids: readonly string[]): Generator<readonly Conflict[]> {
  const all = [...new Set(ids)];
  for (let at = 0; at < all.length; at += CONFLICTS_AT_ONCE)
    yield all.slice(at, at + CONFLICTS_AT_ONCE).flatMap((id) => stores.conflicts.find(id) ?? []);
}

/** What waits for the central, value by value, and how to let go of it. */
function mountWaiting(http: FastifyInstance, given: SyncRoutes): void {
  const { parts } = given;
  mount(http, contract.getSyncWaiting, ({ params: { deviceId }, caller }) => {
    const refused = foreign(given, caller);
    if (refused !== undefined) return refused;
    const record = parts.records.devices.find(deviceId);
    const waiting = record?.enterpriseId === parts.enterpriseId ? waitingOf(parts, record) : undefined;
    if (waiting === undefined)
      return new Failure('DEVICE_NOT_FOUND', 'The central has no device with this id.');
    return toWaiting(waiting.items);
  });

  mount(http, contract.dropWaiting, async ({ body, caller }) => {
    const refused = foreign(given, caller) ?? unset(given);
    if (refused !== undefined) return refused;
    const chosen = body.parts === undefined ? undefined : new Set(body.parts);
    const by = { act: actOf(caller, 'conflict') };
    return dropWaiting(parts, body.devicesId, { parts: chosen, by });
  });
}

function mountWork(http: FastifyInstance, given: SyncRoutes): void {
  const { parts, engine } = given;
  const { stores, records } = parts;
  mount(http, contract.linkDevice, async ({ body, caller }) => {
    const refused = foreign(given, caller) ?? unset(given);
    if (refused !== undefined) return refused;
    const { central } = engine;
    if (central === undefined) return new Failure('CONFLICT', 'Sync is paused.');
    const link = await linkByHand(parts, central, body);
    if (link instanceof Failure) return link;
    engine.runNow('asked', false);
    return toSyncDevice(parts, link);
  });

  mount(http, contract.createCentralSlots, async ({ body, caller }) => {
    const refused = foreign(given, caller) ?? unset(given);
    if (refused !== undefined) return refused;
    const { central } = engine;
    if (central === undefined) return new Failure('CONFLICT', 'Sync is paused.');
    const done = await createThere(parts, central, body.devicesId);
    if (!(done instanceof Failure)) engine.runNow('asked', false);
    return done;
  });

  mount(http, contract.retrySync, async ({ body, caller }) => {
    const refused = foreign(given, caller) ?? unset(given);
    if (refused !== undefined) return refused;
    await records.core.writer.run(() => {
      if (body.devicesId === undefined) return stores.trouble.clearAll();
      for (const id of body.devicesId) {
        const key = records.devices.find(id)?.key;
        if (key !== undefined) stores.trouble.clearOf(key);
      }
    });
    engine.runNow('asked', false);
    return viewOf(given);
  });
}
