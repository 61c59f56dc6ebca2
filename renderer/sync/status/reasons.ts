import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { type Sync } from '../../../shared/contract/sync/sync.ts';
import { CHECK_FINDINGS } from '../../../shared/contract/sync/upstream.ts';

/** All codes that block sync or that a connection test can return. */
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

/** Translates a reason; falls back to the station's message for an unknown code. */
export function useReasonLabels(): (reason: NonNullable<Sync['reason']>) => ReasonText {
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

/** Returns the known reason of a code; null if it is unknown. */
export function reasonOf(code: string): ReasonCode | null {
  return REASONS.find((known) => known === code) ?? null;
}
