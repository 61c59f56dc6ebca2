import { useTranslation } from 'react-i18next';

import type { Expiry } from '../../../shared/contract/configuration/expiry.ts';
import { useFormat } from '../../copy/format.ts';
import { urgencyOf } from './endings.ts';
import type { AppNames } from '../../model/content/use-app-names.ts';

/** An item that was assigned from the library is identified by its digest. */
const DIGEST = /^[0-9a-f]{64}$/;

/** Texts about an expiry. */
export type EndingLabels = {
  readonly name: string;
  /** "App · in 12 d". */
  readonly sub: string;
  readonly day: string;
  /** Its page in the library; null if it has none. */
  readonly href: string | null;
};

/** Returns the texts about expiries. */
export function useEndingLabels(names: AppNames, nowMs: number): (ending: Expiry) => EndingLabels {
  const { t } = useTranslation('content');
  const format = useFormat();
  return (ending) => {
    const { kind, packageName, title, contentId, expiresAt } = ending;
    const atMs = Date.parse(expiresAt);
    const item = packageName === null ? null : names.itemOf(packageName);
    const digest = item?.sha256 ?? (contentId !== null && DIGEST.test(contentId) ? contentId : null);
    const when =
      urgencyOf(ending, nowMs) === 'over'
        ? t('expiry.over', { duration: format.duration(nowMs - atMs) })
        : t('expiry.in', { duration: format.duration(atMs - nowMs) });
    const name = (): string => {
      if (kind === 'settings') return t('expiry.settings');
      if (kind === 'licence')
        return title === null ? t('expiry.licence') : t('expiry.licenceOf', { level: title });
      return title ?? (packageName === null ? (contentId ?? '') : names.nameOf(packageName));
    };
    return {
      name: name(),
      sub: t('kindAndName', { kind: t(`expiry.kind.${kind}`), name: when }),
      day: format.date(atMs),
      href: digest === null ? null : `/content/${digest}`,
    };
  };
}
