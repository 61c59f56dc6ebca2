import type { Core } from '../../kernel/kernel.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { GroupRow, GroupStore } from './store.ts';

/** What other modules do with groups. */
export type Groups = {
  /** Puts one device in the place of another in every group, inside the caller's transaction. */
  follow(from: number, to: number, afterCommit: AfterCommit): void;
  /** The devices of a group of this organisation; none where there is no such group. */
  members(enterpriseId: string, groupId: string): readonly string[];
};

/** Opens what other modules do with groups. */
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

/** Tells the fleet's listeners after the commit that a group was changed or removed. */
export function announceGroup(
  { changes }: Core,
  { id, enterpriseId }: GroupRow,
  isRemoved: boolean,
  afterCommit: AfterCommit,
): void {
  const data = { id, isRemoved };
  afterCommit(() => changes.announce({ enterpriseId, deviceId: null, fleet: { name: 'group', data } }));
}
