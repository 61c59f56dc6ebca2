import type { Core } from '../../kernel/kernel.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { GroupRow, GroupStore } from './store.ts';

/** Groups, for other modules. */
export type Groups = {
  /** Replaces one device by another in every group, inside the caller's transaction. */
  follow(from: number, to: number, afterCommit: AfterCommit): void;
  /** Returns the devices of a group of this organisation; none if there is no such group. */
  members(enterpriseId: string, groupId: string): readonly string[];
};

/** Opens groups for other modules. */
export function openGroups(core: Core, groups: GroupStore): Groups {
  return {
    follow(from, to, afterCommit) {
      for (const row of groups.follow(from, to)) announceGroup(core, row, false, afterCommit);
    },
    members(enterpriseId, groupId) {
      const group = groups.find(groupId);
      return group === undefined || group.enterpriseId !== enterpriseId ? [] : groups.members(group.key);
    },
  };
}

/** Publishes on the fleet's stream after the commit that a group was changed or removed. */
export function announceGroup(
  { changes }: Core,
  { id, enterpriseId }: GroupRow,
  isRemoved: boolean,
  afterCommit: AfterCommit,
): void {
  const data = { id, isRemoved };
  afterCommit(() => changes.announce({ enterpriseId, deviceId: null, fleet: { name: 'group', data } }));
}
