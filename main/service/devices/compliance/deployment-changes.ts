import {
  type DeploymentStatus,
  deploymentOf,
  type DeploymentView,
  type KindOfEntry,
} from '../deployment/deployment.ts';
import { type ContentKind, contentIdOf } from '../inventory/inventory.ts';

/** An entry whose state changed; null = no longer a content of the headset (not assigned, or expired and removed). */
export type DeploymentChange = {
  readonly contentId: string;
  readonly type: ContentKind;
  /** Applications only. */
  readonly packageName?: string;
  readonly from: DeploymentStatus | null;
  readonly to: DeploymentStatus | null;
};

/** Returns the state changes that a new report causes in the assigned contents, in the order of the settings. */
export function deploymentChanges(
  contents: readonly KindOfEntry[],
  before: DeploymentView,
  now: DeploymentView,
): readonly DeploymentChange[] {
  return contents.flatMap((each) => {
    const from = statusOf(each, before);
    const to = statusOf(each, now);
    return from === to ? [] : [{ ...aboutOf(each), from, to }];
  });
}

/**
 * The state of each entry that is beyond "assigned", by kind and id. Being assigned or unassigned before that is an
 * action of a person and recorded in the history; as events it would make forty thousand of them when forty contents
 * are assigned to a thousand headsets.
 */
export type NotedStatuses = Readonly<Record<string, DeploymentStatus>>;

/** Returns the states to note. */
export function statusesOf(contents: readonly KindOfEntry[], view: DeploymentView): NotedStatuses {
  return Object.fromEntries(
    contents.flatMap((each): [string, DeploymentStatus][] => {
      const status = statusOf(each, view);
      return status === null || status === 'ASSIGNED' ? [] : [[keyOf(each), status]];
    }),
  );
}

/** Returns the state changes since the last note, caused by a change of settings or by time. */
export function changesSince(
  noted: NotedStatuses,
  contents: readonly KindOfEntry[],
  view: DeploymentView,
): readonly DeploymentChange[] {
  const known = new Map(Object.entries(noted));
  const changed = contents.flatMap((each): DeploymentChange[] => {
    const from = known.get(keyOf(each)) ?? null;
    known.delete(keyOf(each));
    const to = statusOf(each, view);
    if (from === to || (from === null && to === 'ASSIGNED')) return [];
    return [{ ...aboutOf(each), from, to }];
  });
  const left = [...known].map(([key, from]): DeploymentChange => {
    const [type, contentId] = partsOf(key);
    return { contentId, type, from, to: null };
  });
  return [...changed, ...left];
}

/** Returns when the next content expires; undefined if none does. */
export function nextExpiry(contents: readonly KindOfEntry[], nowMs: number): number | undefined {
  let next: number | undefined;
  for (const { entry } of contents) {
    const atMs = typeof entry.expirationDate === 'string' ? Date.parse(entry.expirationDate) : Number.NaN;
    if (atMs > nowMs && (next === undefined || atMs < next)) next = atMs;
  }
  return next;
}

function statusOf({ kind, entry }: KindOfEntry, view: DeploymentView): DeploymentStatus | null {
  return deploymentOf(entry, kind, view)?.status ?? null;
}

function aboutOf({ kind, entry }: KindOfEntry): Pick<DeploymentChange, 'contentId' | 'type' | 'packageName'> {
  const { packageName } = entry;
  const name = kind === 'application' && packageName !== undefined ? { packageName } : {};
  return { contentId: contentIdOf(entry), type: kind, ...name };
}

function keyOf({ kind, entry }: KindOfEntry): string {
  return `${kind} ${contentIdOf(entry)}`;
}

function partsOf(key: string): [ContentKind, string] {
  const at = key.indexOf(' ');
  const kind = (['application', 'video', 'file'] as const).find((each) => each === key.slice(0, at));
  if (kind === undefined) throw new Error(`Not a kind of content: ${key}`);
  return [kind, key.slice(at + 1)];
}
