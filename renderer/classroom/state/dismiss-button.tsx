import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { dismiss } from './class-store.ts';

/** Dismisses the result of an action on the status line, or the error. */
export function DismissButton({ runId }: { runId: string | null }): React.JSX.Element {
  const { t } = useTranslation('common');
  return (
    <button type="button" className="big-btn quiet icon" onClick={() => dismiss(runId)}>
      <IconX aria-hidden="true" />
      <span className="sr">{t('close')}</span>
    </button>
  );
}
