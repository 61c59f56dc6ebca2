import type { AppStatistics, ContentCoverage } from '../../../shared/contract/statistics/statistics-now.ts';

/** A version on headsets compared with the assigned one. `free`: any version will do. */
export type VersionState = 'wanted' | 'older' | 'newer' | 'free';

/** A version of an application and the number of headsets that have it. */
export type VersionCount = {
  /** Null: not reported. */
  readonly versionCode: number | null;
  readonly versionName: string | null;
  readonly count: number;
  readonly state: VersionState;
};

/** An application over the fleet: assigned and installed versions. */
export type AppVersions = {
  readonly packageName: string;
  /** Headsets that have it assigned, and those that confirmed it. */
  readonly assigned: number;
  readonly installed: number;
  /** Headsets that have it assigned but not installed. */
  readonly missing: number;
  /** Headsets that have it installed, assigned or not. */
  readonly total: number;
  readonly wanted: readonly number[];
  /** The content of these headsets, if there is only one. */
  readonly contentId: string | null;
  /** The newest first. */
  readonly versions: readonly VersionCount[];
};

type Counted = Omit<VersionCount, 'state'>;

/** Returns every application of the statistics, by number of headsets. */
export function versionsOf({ contents, unassignedPackages }: AppStatistics): readonly AppVersions[] {
  const applications = contents.filter(({ type }) => type === 'application');
  const byPackage = Map.groupBy(applications, ({ packageName }) => packageName);
  const unknownIds = new Map(unassignedPackages.map(({ packageName, versions }) => [packageName, versions]));
  const names = new Set([...byPackage.keys(), ...unknownIds.keys()]);
  return [...names]
    .flatMap((name) =>
      name === null ? [] : [ofPackage(name, byPackage.get(name) ?? [], unknownIds.get(name) ?? [])],
    )
    .toSorted(
      (a, b) =>
        Number(b.assigned > 0) - Number(a.assigned > 0) ||
        b.total + b.missing - a.total - a.missing ||
        a.packageName.localeCompare(b.packageName),
    );
}

function ofPackage(
  packageName: string,
  contents: readonly ContentCoverage[],
  unassigned: readonly Counted[],
): AppVersions {
  const sum = (count: (content: ContentCoverage) => number): number =>
    contents.reduce((total, content) => total + count(content), 0);
  const wanted = [
    ...new Set(
      contents.flatMap(({ expectedVersions }) =>
        expectedVersions.flatMap(({ versionCode }) => versionCode ?? []),
      ),
    ),
  ].toSorted((a, b) => b - a);
  const held = contents.flatMap(({ versions }) => versions);
  const assigned = sum((content) => content.assigned);
  const versions = byCode([...held, ...unassigned]).map((each) => ({
    ...each,
    state: complianceOf(each, wanted),
  }));
  return {
    packageName,
    assigned,
    installed: sum(({ installed }) => installed),
    missing: Math.max(0, assigned + sum(({ removing }) => removing) - countOf(held)),
    total: countOf(versions),
    wanted,
    contentId: contents.length === 1 ? (contents[0]?.contentId ?? null) : null,
    versions,
  };
}

function byCode(counts: readonly Counted[]): Counted[] {
  return [...Map.groupBy(counts, ({ versionCode }) => versionCode)]
    .map(([versionCode, same]) => ({
      versionCode,
      versionName: same.find(({ versionName }) => versionName !== null)?.versionName ?? null,
      count: countOf(same),
    }))
    .toSorted((a, b) => (b.versionCode ?? -1) - (a.versionCode ?? -1));
}

function complianceOf({ versionCode }: Counted, wanted: readonly number[]): VersionState {
  const newest = wanted[0];
  const oldest = wanted.at(-1);
  if (versionCode === null || newest === undefined || oldest === undefined) return 'free';
  if (wanted.includes(versionCode)) return 'wanted';
  return versionCode > oldest ? 'newer' : 'older';
}

function countOf(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}
