import type { DriftField } from '../../../../shared/contract/configuration/drift.ts';
import { driftKey } from '../comparison/in-effect.ts';

/** Previous result of the drift check for a headset. */
export type Judged = {
  /** The settings revision of the last check; null: none yet. */
  readonly revision: number | null;
  /** Keys of what it has not confirmed since then. */
  readonly unconfirmed: ReadonlySet<string>;
  readonly drift: readonly DriftField[];
};

/** The current report of a headset. */
export type Reported = {
  readonly revision: number;
  readonly appliedRevision: number | null;
  readonly mismatches: readonly DriftField[];
  readonly unsettled: ReadonlySet<string>;
};

/**
 * Returns what has drifted: settings that were confirmed and are now reported differently, under the same revision. A
 * headset that has not applied its newest settings has not drifted: it is still applying them. Pure.
 */
export function judgeDrift(
  before: Judged,
  { revision, appliedRevision, mismatches, unsettled }: Reported,
): Judged {
  if (appliedRevision === null || appliedRevision < revision) return { ...before, drift: [] };
  const unconfirmed =
    before.revision === revision
      ? new Set([...before.unconfirmed].filter((key) => unsettled.has(key)))
      : unsettled;
  return {
    revision,
    unconfirmed,
    drift: mismatches.filter((field) => !unconfirmed.has(driftKey(field))),
  };
}
