import { licenseSchema, mdmInfoSchema } from '../../../../shared/contract/devices/reported.ts';
import type { Counted, Metric } from '../../../../shared/contract/statistics/statistics-behind.ts';
import { deploymentOf, viewOf } from '../../devices/deployment/index.ts';
import { toContents, toReported } from '../../devices/registry/index.ts';
import { COUNTED_AS } from './apps.ts';
import type { ContentRow, StateRow } from './store.ts';

/** A figure of the statistics whose headsets are to be listed. `value` null: unknown. */
export type FigureQuery = {
  readonly of: Metric;
  readonly value: string | null;
  readonly counted: Counted | undefined;
  /** For a package: its version code, or `unknown`. */
  readonly versionCode: string | undefined;
};

const foundLicense = licenseSchema.nullable();
const foundMdm = mdmInfoSchema.nullable();

/** Returns true if the figure counts this device; licences include slots without a headset, versions do not. */
export function isBehindState(
  row: StateRow,
  { of, value }: FigureQuery,
  isReached: (row: StateRow) => boolean,
): boolean {
  if (row.is_archived) return false;
  if (of === 'licenceLevel' || of === 'licenceStatus') {
    const license = foundLicense.parse(row.license === null ? null : JSON.parse(row.license));
    return ((of === 'licenceLevel' ? license?.level : license?.status) ?? null) === value;
  }
  if (!row.is_enrolled) return false;
  if (of === 'availability') return value === (isReached(row) ? 'available' : 'unavailable');
  if (of === 'osVersion') return row.os_version === value;
  const mdm = foundMdm.parse(row.mdm_info === null ? null : JSON.parse(row.mdm_info));
  return (mdm?.labelVersion ?? null) === value;
}

/**
 * Returns true if the figure counts this device: the content is assigned and in that state, or the package is
 * installed.
 */
export function isBehindContent(row: ContentRow, requested: FigureQuery, nowMs: number): boolean {
  if (row.is_archived || requested.value === null) return false;
  const inventory = {
    downloads: row.downloads,
    installedPackages: row.installed_packages,
    contentPresence: row.content_presence,
    forgotten: row.forgotten,
  };
  const view = viewOf(toReported(inventory, { appliedRevision: row.applied_revision }), nowMs);
  if (requested.of === 'package') {
    const versions = versionsHeld(row, view, requested.value);
    return versions.some(
      (version) => requested.versionCode === undefined || requested.versionCode === version,
    );
  }
  return toContents(row.settings).some(({ entry, kind }) => {
    const deployment = deploymentOf(entry, kind, view);
    if (deployment?.contentId !== requested.value) return false;
    const counted = COUNTED_AS[deployment.status];
    return requested.counted === undefined ? counted !== 'removing' : counted === requested.counted;
  });
}

/** Returns the versions of a package on a device, as the application statistics count them. */
function versionsHeld(
  row: ContentRow,
  view: ReturnType<typeof viewOf>,
  packageName: string,
): readonly string[] {
  const listed = view.index.packages.get(packageName);
  if (listed !== undefined) return [String(listed.versionCode ?? 'unknown')];
  return toContents(row.settings).flatMap(({ entry, kind }) => {
    if (kind !== 'application' || entry.packageName !== packageName) return [];
    const version = deploymentOf(entry, kind, view)?.installedVersionCode;
    return typeof version === 'number' ? [String(version)] : [];
  });
}
