import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { putAway } from './class-store.ts';

/** Puts away what the line says of an order. */
export function PutAway(): React.JSX.Element {
  const { t } = useTranslation('common');
  return (
    <button type="button" className="big-btn quiet icon" onClick={putAway}>
      <IconX aria-hidden="true" />
      <span className="sr">{t('close')}</span>
    </button>
  );
}
