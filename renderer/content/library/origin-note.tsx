import { IconRoute } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { useFormat } from '../../copy/format.ts';
import type { Downloads } from '../coverage/queue-panel.tsx';

/** Source of the bytes on headsets, as far as this station knows: only what it sent itself. */
export function OriginNote({ downloads }: { downloads: Downloads | null }): React.JSX.Element | null {
  const { t } = useTranslation('content');
  const format = useFormat();
  if (downloads === null) return null;
  const { bytes, headsets } = downloads.sent;
  return (
    <section className="note">
      <IconRoute className="i s" aria-hidden="true" />
      <div>
        <b>{t('origin.title')}</b>
        <p className="small dim">
          {headsets === 0
            ? t('origin.nothing')
            : t('origin.text', { size: format.size(bytes), count: headsets })}
        </p>
      </div>
    </section>
  );
}
