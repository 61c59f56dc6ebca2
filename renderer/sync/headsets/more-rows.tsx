import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import type { Paged } from '../../service/use-paged.ts';

type Props = { list: Paged<unknown> | null; onMore: () => void };

/** How much of a long list is shown, with a button for the next page; empty once all of it is. */
export function MoreRows({ list, onMore }: Props): React.JSX.Element | null {
  const { t } = useTranslation('sync');
  if (list === null || list.items.length >= list.total) return null;
  return (
    <div className="row">
      <Button variant="default" onClick={onMore}>
        {t('more')}
      </Button>
      <span className="small faint">{t('shown', { shown: list.items.length, total: list.total })}</span>
    </div>
  );
}
