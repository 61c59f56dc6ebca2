import type { JsonObject, MergeConflict, Side } from './desired.ts';
import { SAME_PACKAGE } from './lists.ts';
import { PartMerge, type Three } from './merge-values.ts';
import { canonical, isObject, own, withField } from './values.ts';

/** Input of the rules that concern several parts: the three states, and the list that collects conflicts. */
export type Together = {
  readonly settings: Three<JsonObject>;
  readonly winnerOf: (part: string) => Side;
  readonly conflicts: MergeConflict[];
};

/**
 * Returns the merged settings with one binary for each package name. If each side assigned a binary of its own, every
 * write would be refused (the API documentation, "Devices: configuration", rule 3), so only the winner's stays.
 */
export function settlePackages(merged: JsonObject, { settings, winnerOf, conflicts }: Together): JsonObject {
  const winner = winnerOf('applications');
  const part = new PartMerge(winner, conflicts);
  return doubled(applicationsOf(merged)).reduce((settled, packageName) => {
    const of = {
      base: withPackage(settings.base, packageName),
      here: withPackage(settings.here, packageName),
      there: withPackage(settings.there, packageName),
    };
    part.note(['settings', 'applications', SAME_PACKAGE + packageName], of);
    const loser = winner === 'here' ? of.there : of.here;
    return withOneBinary(settled, packageName, [...of[winner], ...loser]);
  }, merged);
}

/** Returns the package names that have more than one binary. */
function doubled(applications: readonly unknown[]): string[] {
  const binaries = new Map<string, Set<string>>();
  for (const entry of applications) {
    const packageName = packageOf(entry);
    if (packageName === undefined) continue;
    const known = binaries.get(packageName) ?? new Set();
    binaries.set(packageName, known.add(binaryOf(entry)));
  }
  return [...binaries].filter(([, all]) => all.size > 1).map(([packageName]) => packageName);
}

/** Keeps one of the entries of a package: the one that comes first among `preferred`, at the position of the first. */
function withOneBinary(settings: JsonObject, packageName: string, preferred: readonly unknown[]): JsonObject {
  const entries = applicationsOf(settings);
  const rivals = entries.filter((entry) => packageOf(entry) === packageName);
  const known = new Set(rivals.map(binaryOf));
  const chosen = preferred.map(binaryOf).find((binary) => known.has(binary)) ?? binaryOf(rivals[0]);
  const left = entries.filter((entry) => packageOf(entry) !== packageName || binaryOf(entry) === chosen);
  return withField(settings, 'applications', left);
}

/** Returns the applications of a package name. */
export function withPackage(settings: JsonObject, packageName: string): readonly unknown[] {
  return applicationsOf(settings).filter((entry) => packageOf(entry) === packageName);
}

function applicationsOf(settings: JsonObject): readonly unknown[] {
  const applications = own(settings, 'applications');
  return Array.isArray(applications) ? (applications as readonly unknown[]) : [];
}

export function packageOf(entry: unknown): string | undefined {
  const name = isObject(entry) ? own(entry, 'packageName') : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** Returns what identifies the binary of an entry. Source: the API documentation, "Devices: configuration", rule 3. */
function binaryOf(entry: unknown): string {
  if (!isObject(entry)) return canonical(entry);
  const fields = ['id', 'idDetailContent', 'url', 'codeVersion', 'obbUrl'];
  return canonical(fields.map((name) => own(entry, name) ?? null));
}
