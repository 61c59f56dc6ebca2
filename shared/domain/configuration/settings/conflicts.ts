import type { PackageConflict } from '../../../contract/errors.ts';
import { type Application, identityOf } from './entries.ts';

/**
 * Returns the package names that stand for different Android binaries in one list, in order of appearance. Source:
 * the API documentation, "Devices: configuration", rule 3.
 */
export function packageConflicts(applications: readonly Application[]): PackageConflict[] {
  const byPackage = new Map<string, Map<string, Application>>();
  for (const entry of applications) {
    if (!entry.packageName) continue;
    const known = byPackage.get(entry.packageName) ?? new Map<string, Application>();
    byPackage.set(entry.packageName, known.set(identityOf(entry), entry));
  }
  return [...byPackage]
    .filter(([, entries]) => entries.size > 1)
    .map(([packageName, entries]) => ({
      packageName,
      applications: [...entries.values()].map(({ id, codeVersion }) => ({
        id: id ?? null,
        packageName,
        codeVersion: codeVersion ?? null,
      })),
    }));
}
