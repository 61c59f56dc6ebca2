import type { DriftField } from '../../../contract/configuration/drift.ts';
import { driftKey } from './in-effect.ts';

/** What is known of a headset that may drift. */
export type Judged = {
  /** The settings revision that it was last judged by; null: none yet. */
  readonly revision: number | null;
  /** What it has not confirmed since then, by key. */
  readonly unconfirmed: ReadonlySet<string>;
  readonly drift: readonly DriftField[];
};

/** What a headset says now. */
export type Said = {
  readonly revision: number;
  readonly appliedRevision: number | null;
  readonly mismatches: readonly DriftField[];
  readonly unsettled: ReadonlySet<string>;
};

/**
 * What has drifted: what is reported otherwise and was as wanted before, under the same settings. A headset that has not
 * applied its newest settings has not drifted: it is on its way. Pure.
 */
export function judgeDrift(
  before: Judged,
  { revision, appliedRevision, mismatches, unsettled }: Said,
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
