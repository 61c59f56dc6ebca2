import { UNCONFIRMED, type Unconfirmed } from '../../../../shared/contract/devices/unconfirmed.ts';
import { contentsOf, deploymentOf, type KindOfEntry } from '../../devices/deployment/index.ts';
import { contentIdOf } from '../../devices/inventory/index.ts';
import { settingsNotInEffect, type Compliance } from '../../devices/comparison/index.ts';

/**
 * Returns everything desired that a headset has not confirmed: the one rule by which Fleet, Enrol and the acceptance
 * sheet call it ready. A kiosk needs its application, so settings count only once its newest ones are applied.
 */
export function unconfirmedOf(compliance: Compliance, isApplied: boolean): Unconfirmed[] {
  return [
    ...contentsOf(compliance.wanted).flatMap((each) => openContent(each, compliance)),
    ...(isApplied ? settingsNotInEffect(compliance) : []).map(({ path }) => ({
      code: 'NOT_IN_EFFECT' as const,
      subject: path,
    })),
  ];
}

/** Returns the one to show if there is space for one only; null if everything is confirmed. */
export function worstOf(open: readonly Unconfirmed[]): Unconfirmed | null {
  for (const code of UNCONFIRMED) {
    const found = open.find((each) => each.code === code);
    if (found !== undefined) return found;
  }
  return null;
}

function openContent({ kind, entry }: KindOfEntry, { view }: Compliance): Unconfirmed[] {
  const status = deploymentOf(entry, kind, view)?.status;
  // Expired contents are no longer desired, whether still present or not.
  if (status === undefined || status === 'INSTALLED' || status === 'REMOVING') return [];
  const subject = entry.packageName ?? entry.title ?? entry.name ?? contentIdOf(entry);
  return [{ code: status === 'FAILED' ? 'CONTENT_FAILED' : 'CONTENT_NOT_THERE', subject }];
}
