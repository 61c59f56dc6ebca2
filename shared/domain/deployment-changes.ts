import { type DeploymentStatus, deploymentOf, type DeploymentView, type KindOfEntry } from './deployment.ts';
import { type ContentKind, contentIdOf } from './inventory.ts';

/** An entry that came into another state; null = it is no content of the headset (expired and gone). */
export type DeploymentChange = {
  readonly contentId: string;
  readonly type: ContentKind;
  /** Applications only. */
  readonly packageName?: string;
  readonly from: DeploymentStatus | null;
  readonly to: DeploymentStatus | null;
};

/** What a new report changes in the state of the assigned contents, in the order of the settings. */
export function deploymentChanges(
  contents: readonly KindOfEntry[],
  before: DeploymentView,
  now: DeploymentView,
): readonly DeploymentChange[] {
  return contents.flatMap(({ kind, entry }) => {
    const from = deploymentOf(entry, kind, before)?.status ?? null;
    const to = deploymentOf(entry, kind, now)?.status ?? null;
    if (from === to) return [];
    const { packageName } = entry;
    const name = kind === 'application' && packageName !== undefined ? { packageName } : {};
    return [{ contentId: contentIdOf(entry), type: kind, ...name, from, to }];
  });
}
