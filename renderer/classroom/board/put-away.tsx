import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { putAway } from './class-store.ts';

/** Puts away what the line says of an order, or why none was given. */
export function PutAway({ runId }: { runId: string | null }): React.JSX.Element {
  const { t } = useTranslation('common');
  return (
    <button type="button" className="big-btn quiet icon" onClick={() => putAway(runId)}>
      <IconX aria-hidden="true" />
      <span className="sr">{t('close')}</span>
    </button>
  );
}
