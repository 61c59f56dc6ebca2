import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { putAway } from './class-store.ts';

/** Dismisses the result of an action on the status line, or the error. */
export function PutAway({ runId }: { runId: string | null }): React.JSX.Element {
  const { t } = useTranslation('common');
  return (
    <button type="button" className="big-btn quiet icon" onClick={() => putAway(runId)}>
      <IconX aria-hidden="true" />
      <span className="sr">{t('close')}</span>
    </button>
  );
}
