import type { Device } from '../../../shared/contract/devices/devices.ts';
import type { HeadsetState } from '../../../shared/domain/devices/headset-state.ts';

/** Deployment status, as in the record. */
export type DeploymentStatus = NonNullable<
  NonNullable<NonNullable<Device['settings']['applications']>[number]['deployment']>['status']
>;

/** A content assigned to a headset. */
export type AssignedContent = {
  readonly key: string;
  readonly contentId: string | null;
  readonly kind: 'application' | 'video' | 'file';
  readonly name: string;
  readonly packageName: string | null;
  readonly status: DeploymentStatus;
  /** 0 to 1; null without a download. */
  readonly progress: number | null;
  readonly wantedVersion: number | null;
  readonly hasVersion: number | null;
  readonly sizeBytes: number | null;
};

/** Returns everything assigned to a headset: applications, then videos, then files, in the order of the settings. */
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

/** Returns the names of assigned contents by the ids in events; apps by their package. */
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

/** Returns its name for people: title, file name, or name of the package. */
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

/** Returns the icon of a status. */
export function glyphOf(status: DeploymentStatus): HeadsetState {
  return GLYPHS[status];
}
