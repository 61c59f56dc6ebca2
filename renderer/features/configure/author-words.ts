import { useTranslation } from 'react-i18next';

import type { Author } from '../../../shared/contract/authors.ts';

/** Who did something, in words. */
export function useAuthorWords(): (author: Author) => string {
  const { t } = useTranslation('configure');
  return ({ kind, label }) => (label === null ? t(`author.${kind}`) : t('author.named', { label }));
}
