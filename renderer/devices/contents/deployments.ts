import type { Device } from '../../../shared/contract/devices/devices.ts';
import type { HeadsetState } from '../../../shared/domain/devices/headset-state.ts';

/** How far a content is, as the record says it. */
export type DeploymentStatus = NonNullable<
  NonNullable<NonNullable<Device['settings']['applications']>[number]['deployment']>['status']
>;

/** One assigned content of a headset. */
export type AssignedContent = {
  readonly key: string;
  readonly contentId: string | null;
  readonly kind: 'application' | 'video' | 'file';
  readonly name: string;
  readonly packageName: string | null;
  readonly status: DeploymentStatus;
  /** 0 to 1; null where none runs. */
  readonly progress: number | null;
  readonly wantedVersion: number | null;
  readonly hasVersion: number | null;
  readonly sizeBytes: number | null;
};

/** Everything that is assigned to a headset: applications, then videos, then files, as the settings have them. */
export function contentsOf(
  { settings, contentPresence }: Device,
  appName?: (packageName: string) => string,
): AssignedContent[] {
  const sizes = new Map(contentPresence.map((each) => [each.contentId, each.sizeBytes ?? null]));
  const lists = [
    ['application', settings.applications ?? []],
    ['video', settings.videos ?? []],
    ['file', settings.files ?? []],
  ] as const;
  return lists.flatMap(([kind, entries]) =>
    entries.map((entry, index) => {
      const { deployment } = entry;
      const status = deployment?.status ?? 'ASSIGNED';
      const isMoving = status === 'DOWNLOADING' || status === 'INSTALLING';
      return {
        key: `${kind} ${deployment?.contentId ?? index}`,
        contentId: deployment?.contentId ?? null,
        kind,
        name: nameOf(entry, appName),
        packageName: 'packageName' in entry ? (entry.packageName ?? null) : null,
        status,
        progress: isMoving ? (deployment?.progress ?? 0) : null,
        wantedVersion: deployment?.expectedVersionCode ?? null,
        hasVersion: deployment?.installedVersionCode ?? null,
        sizeBytes: sizes.get(deployment?.contentId) ?? null,
      };
    }),
  );
}

/** What the assigned contents are called, by the ids that events name them by; apps go by their package there. */
export function contentNames({ settings }: Device): ReadonlyMap<string, string> {
  const entries = [...(settings.videos ?? []), ...(settings.files ?? [])];
  return new Map(
    entries.flatMap((entry) => {
      const id = entry.deployment?.contentId ?? entry.id;
      return typeof id === 'string' ? [[id, nameOf(entry)] as const] : [];
    }),
  );
}

type Entry = {
  readonly packageName?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly url?: string | null | undefined;
  readonly id?: string | null | undefined;
};

/** What a person calls it: its title, its file name, what its package is called. */
function nameOf(
  { title, name, packageName, url, id }: Entry,
  appName: (packageName: string) => string = lastPart,
): string {
  const app = typeof packageName === 'string' ? appName(packageName) : undefined;
  const candidates = [title, name, app, id, url];
  return candidates.find((each) => typeof each === 'string' && each !== '') ?? '–';
}

function lastPart(packageName: string): string {
  return packageName.split('.').at(-1) ?? packageName;
}

const GLYPHS: Readonly<Record<DeploymentStatus, HeadsetState>> = {
  ASSIGNED: 'queued',
  DOWNLOADING: 'applying',
  INSTALLING: 'applying',
  INSTALLED: 'ready',
  OUTDATED: 'attention',
  FAILED: 'failed',
  REMOVING: 'applying',
};

/** The sign for how far a content is. */
export function glyphOf(status: DeploymentStatus): HeadsetState {
  return GLYPHS[status];
}
