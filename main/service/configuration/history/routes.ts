import type { FastifyInstance } from 'fastify';

import type { Change } from '../../../../shared/contract/configuration/history.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { toInstant } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import type { Records } from '../../devices/index.ts';
import { type ChangeRow, type ChangeStore, openAuthors } from '../../devices/history/index.ts';
import { findKey } from '../../devices/live/index.ts';
import type { Plans } from '../rollouts/plans.ts';
import { planStates } from '../preview/plan-states.ts';
import { type Detail, readDetail } from './detail.ts';

/** Maximum number of headsets named in a refusal. */
const MAX_NAMED = 20;

/** Serves the history of changes, and undoing. */
export function mountChanges(
  http: FastifyInstance,
  records: Records,
  { plans, changes: store }: { readonly plans: Plans; readonly changes: ChangeStore },
): void {
  const toAuthor = openAuthors(records.tokens);
  const toChange = ({ key: _key, enterpriseId: _enterpriseId, atMs, author, ...row }: ChangeRow): Change => ({
    ...row,
    at: toInstant(atMs),
    author: toAuthor(author),
  });

  mount(http, contract.listChanges, ({ query, caller }) => {
    const { page, limit, deviceId } = query;
    const enterpriseId = caller.enterpriseId ?? '';
    if (deviceId === undefined) {
      const items = store.page(enterpriseId, query).map(toChange);
      return { page, limit, total: store.count(enterpriseId), items };
    }
    // Devices that do not exist, or are another's, have no history.
    const key = findKey(records, deviceId, caller);
    if (key === undefined) return { page, limit, total: 0, items: [] };
    const items = store.pageOf(enterpriseId, key, query).map(toChange);
    return { page, limit, total: store.countOf(enterpriseId, key), items };
  });

  mount(http, contract.getChange, async ({ params, caller }) => {
    const row = findChange(store, params.changeId, caller);
    if (row instanceof Failure) return row;
    const { groups, movedIds } = await readDetail(records, store, row);
    return {
      ...toChange(row),
      groups: groups.map(({ devicesId, rows }) => ({ devicesId: [...devicesId], rows: [...rows] })),
      movedIds: [...movedIds],
    };
  });

  mount(http, contract.revertChange, async ({ params, body, caller }) => {
    const row = findChange(store, params.changeId, caller);
    if (row instanceof Failure) return row;
    const detail = await readDetail(records, store, row);
    const ids = idsToRevert(detail, body);
    if (ids instanceof Failure) return ids;
    const none = new Map();
    const plan = await plans.make({
      ids,
      caller,
      enterpriseId: row.enterpriseId,
      target: planStates(records, (key) => detail.before.get(key) ?? none),
      source: { kind: 'revert', profileId: null, profileName: null, profileVersion: null, changeId: row.id },
      text: null,
      title: undefined,
    });
    if (!body.apply) return plans.show(plan);
    const applied = await plans.applyWithoutWaves(plan, caller);
    if (applied instanceof Failure) return applied;
    return plans.show(applied);
  });
}

function findChange(store: ChangeStore, id: string, caller: Caller): ChangeRow | Failure<'NOT_FOUND'> {
  const row = store.find(id);
  return row === undefined || row.enterpriseId !== caller.enterpriseId
    ? new Failure('NOT_FOUND', 'There is no such change. The history goes back 30 days.')
    : row;
}

function idsToRevert(
  { ids, movedIds }: Detail,
  { devicesId, moved }: { readonly devicesId?: readonly string[] | undefined; readonly moved: string },
): readonly string[] | Failure<'CONFLICT' | 'NOT_FOUND'> {
  const named = devicesId === undefined ? undefined : new Set(devicesId);
  const requested = named === undefined ? ids : ids.filter((id) => named.has(id));
  const hasMoved = new Set(movedIds);
  const stuck = requested.filter((id) => hasMoved.has(id));
  if (moved === 'refuse' && stuck.length > 0) {
    const message = `${stuck.length} of its headsets were changed again since. Choose whether to skip them or to undo those changes too (overwrite).`;
    const details = stuck.slice(0, MAX_NAMED).map((path) => ({ path, message: 'Changed again since' }));
    return new Failure('CONFLICT', message, { details });
  }
  const left = moved === 'skip' ? requested.filter((id) => !hasMoved.has(id)) : requested;
  return left.length === 0
    ? new Failure('CONFLICT', 'No headset of this change is left to revert. Nothing was changed.')
    : left;
}
