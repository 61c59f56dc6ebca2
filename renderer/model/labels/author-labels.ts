import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

import type { Author } from '../../../shared/contract/devices/authors.ts';
import { endOfTokenId, READY_LABEL } from '../../../shared/domain/access/token-name.ts';

/** Returns a function that names an author. */
export function useAuthorLabels(): (author: Author) => string {
  const { t } = useTranslation('configure');
  return ({ kind, tokenId, label }) => {
    if (kind === 'token') return tokenName(t, label, tokenId);
    return label === null ? t(`author.${kind}`) : t('author.named', { label });
  };
}

/** Returns a function that names a token: its label, the one of the station's own, or the end of its id. */
export function useTokenName(): (label: string | null, tokenId: string | null) => string {
  const { t } = useTranslation('configure');
  return (label, tokenId) => tokenName(t, label, tokenId);
}

function tokenName(t: TFunction<'configure'>, label: string | null, tokenId: string | null): string {
  if (label === READY_LABEL) return t('author.ready');
  if (label !== null) return t('author.named', { label });
  return tokenId === null ? t('author.token') : t('author.unnamed', { end: endOfTokenId(tokenId) });
}
