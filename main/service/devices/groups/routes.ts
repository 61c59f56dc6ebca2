import type { FastifyInstance } from 'fastify';

import type { DeviceGroup } from '../../../../shared/contract/devices/groups.ts';
import { contract } from '../../../../shared/contract/index.ts';
import type { Core } from '../../kernel/kernel.ts';
import { toInstant } from '../../kernel/clock.ts';
import { Failure, noOrganisation } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import { newId } from '../../kernel/new-id.ts';
import { reaches } from '../records/reach.ts';
import type { Records } from '../records/records.ts';
import { announceGroup } from './groups.ts';
import type { GroupRow, GroupStore } from './store.ts';

/** Maximum number of groups per organisation. */
const MAX_GROUPS = 200;

/** Serves groups: named sets of headsets. */
export function mountGroups(http: FastifyInstance, records: Records, groups: GroupStore): void {
  const { core } = records;
  mountReads(http, records, groups);
  mountMaking(http, core, groups);
  mountChanging(http, core, groups);
}

function mountReads(http: FastifyInstance, records: Records, groups: GroupStore): void {
  /** Returns a group with those of its headsets that the caller reaches; undefined if limited and without any. */
  const shown = (row: GroupRow, caller: Caller): DeviceGroup | undefined => {
    const group = toGroup(groups, row);
    if (caller.carts === null) return group;
    const { enterpriseId } = row;
    const devicesId = group.devicesId.filter((id) => reaches(records, caller, { id, enterpriseId }));
    return devicesId.length === 0 ? undefined : { ...group, devicesId };
  };

  mount(http, contract.listGroups, ({ caller }) => ({
    items: groups.all(caller.enterpriseId ?? '').flatMap((row) => shown(row, caller) ?? []),
  }));

  mount(http, contract.getGroup, ({ params, caller }) => {
    const row = findGroup(groups, params.groupId, caller);
    return row instanceof Failure ? row : (shown(row, caller) ?? noGroup());
  });
}

function mountMaking(http: FastifyInstance, core: Core, groups: GroupStore): void {
  mount(http, contract.createGroup, ({ body: { name, devicesId }, caller }) => {
    const { enterpriseId } = caller;
    if (enterpriseId === null) return noOrganisation();
    return core.writer.run((afterCommit) => {
      if (groups.idOfName(enterpriseId, name) !== undefined) return nameTaken(name);
      if (groups.count(enterpriseId) >= MAX_GROUPS) {
        return new Failure(
          'CONFLICT',
          `There are ${MAX_GROUPS} groups already. Remove one that is not used.`,
        );
      }
      const fault = refuseUnknownIds(groups, enterpriseId, { devicesId });
      if (fault !== undefined) return fault;
      const id = newId();
      groups.add(id, enterpriseId, name, core.clock.now());
      const row = found(groups, id);
      groups.join(row.key, devicesId);
      announceGroup(core, row, false, afterCommit);
      return toGroup(groups, row);
    });
  });
}

function mountChanging(http: FastifyInstance, core: Core, groups: GroupStore): void {
  const { writer } = core;
  mount(http, contract.updateGroup, ({ params, body, caller, ifMatch }) =>
    writer.run((afterCommit) => {
      const row = findGroup(groups, params.groupId, caller);
      if (row instanceof Failure) return row;
      if (ifMatch !== null && !ifMatch.has(row.revision)) {
        return new Failure(
          'CONFLICT',
          'The group was changed since it was read. Read it again before writing.',
        );
      }
      const { name = row.name, devicesId, add, remove } = body;
      const existing = groups.idOfName(row.enterpriseId, name);
      if (existing !== undefined && existing !== row.id) return nameTaken(name);
      const fault = refuseUnknownIds(groups, row.enterpriseId, { devicesId, add });
      if (fault !== undefined) return fault;
      if (devicesId !== undefined) groups.empty(row.key);
      groups.join(row.key, [...(devicesId ?? []), ...(add ?? [])]);
      if (remove !== undefined) groups.leave(row.key, remove);
      groups.update(row.key, name);
      announceGroup(core, row, false, afterCommit);
      return toGroup(groups, found(groups, row.id));
    }),
  );

  mount(http, contract.deleteGroup, ({ params, caller }) =>
    writer.run((afterCommit) => {
      const row = findGroup(groups, params.groupId, caller);
      if (row instanceof Failure) return row;
      groups.remove(row.key);
      announceGroup(core, row, true, afterCommit);
      return { id: row.id, success: true as const };
    }),
  );
}

function toGroup(groups: GroupStore, { key, id, name, revision, createdAtMs }: GroupRow): DeviceGroup {
  return { id, name, devicesId: groups.members(key), revision, createdAt: toInstant(createdAtMs) };
}

function findGroup(groups: GroupStore, id: string, caller: Caller): GroupRow | Failure<'NOT_FOUND'> {
  const row = groups.find(id);
  return row === undefined || row.enterpriseId !== caller.enterpriseId ? noGroup() : row;
}

function noGroup(): Failure<'NOT_FOUND'> {
  return new Failure('NOT_FOUND', 'There is no such group.');
}

function found(groups: GroupStore, id: string): GroupRow {
  const row = groups.find(id);
  if (row === undefined) throw new Error('A group that was just written is not there');
  return row;
}

function nameTaken(name: string): Failure<'CONFLICT'> {
  return new Failure('CONFLICT', `A group named ${name} already exists. Choose another name.`);
}

/** Returns the refusal of ids that match no device of the organisation, each with its path; else undefined. */
function refuseUnknownIds(
  groups: GroupStore,
  enterpriseId: string,
  lists: Readonly<Record<string, readonly string[] | undefined>>,
): Failure<'VALIDATION_FAILED'> | undefined {
  const details = Object.entries(lists).flatMap(([place, ids = []]) => {
    const unknownIds = new Set(groups.strangers(enterpriseId, ids));
    return ids.flatMap((id, index) =>
      unknownIds.has(id) ? [{ path: `${place}.${index}`, message: 'There is no such device' }] : [],
    );
  });
  const [first] = details;
  return first === undefined
    ? undefined
    : new Failure('VALIDATION_FAILED', `${first.path}: ${first.message}. Nothing was changed.`, {
        details: details.slice(0, 20),
      });
}
