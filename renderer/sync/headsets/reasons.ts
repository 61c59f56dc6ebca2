import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { CHECK_FINDINGS, type Sync } from '../../../shared/contract/sync/sync.ts';

/** Everything that keeps sync from going on, and everything that a check of the connection can find. */
export const REASONS = [
  ...CHECK_FINDINGS,
  'OTHER_ORGANISATION',
  'SEVERAL_ORGANISATIONS',
  'MANY_GONE',
  'TOKEN_UNREADABLE',
  'INTERNAL',
] as const;
type ReasonCode = (typeof REASONS)[number];

/** What is wrong, and what to do about it. */
export type ReasonText = { readonly what: string; readonly next: string };

/** A reason in words; of one that is not known, what the station says. */
export function useReasonWords(): (reason: NonNullable<Sync['reason']>) => ReasonText {
  const { t } = useTranslation('sync');
  return useMemo(
    () =>
      ({ code, message }) => {
        const known = reasonOf(code);
        if (known === null) return { what: message, next: t('reason.next') };
        return { what: t(`reason.${known}.what`), next: t(`reason.${known}.next`) };
      },
    [t],
  );
}

/** The reason of a code of the station; null for one that this interface does not know. */
export function reasonOf(code: string): ReasonCode | null {
  return REASONS.find((known) => known === code) ?? null;
}
