import { useTranslation } from 'react-i18next';

import type { Paged } from '../../service/use-paged.ts';
import { MoreOfList } from '../../ui/parts/more-of-list.tsx';

type Props = { list: Paged<unknown> | null; onMore: () => void };

/** How much of a long list is shown, with a button for the next page; empty once all of it is. */
export function MoreRows({ list, onMore }: Props): React.JSX.Element | null {
  const { t } = useTranslation('sync');
  if (list === null || list.items.length >= list.total) return null;
  return <MoreOfList shown={t('shown', { shown: list.items.length, total: list.total })} onMore={onMore} />;
}
