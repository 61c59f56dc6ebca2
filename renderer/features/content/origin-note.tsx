import { IconRoute } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { useFigures } from '../../copy/figures.ts';
import { useFleet } from '../fleet/fleet-store.ts';
import type { Downloads } from './queue-panel.tsx';

/** Where the bytes on the headsets came from, as far as this station knows: what it sent itself, and nothing else. */
export function OriginNote({ downloads }: { downloads: Downloads | null }): React.JSX.Element | null {
  const { t } = useTranslation('content');
  const figures = useFigures();
  const nowMs = useFleet((fleet) => Math.floor(fleet.nowMs / 60_000) * 60_000);
  if (downloads === null) return null;
  const today = downloads.items.filter(({ updatedAt }) => figures.isToday(Date.parse(updatedAt), nowMs));
  const bytes = today.reduce((sum, { servedBytes }) => sum + servedBytes, 0);
  const headsets = new Set(today.map(({ deviceId }) => deviceId)).size;
  return (
    <section className="note">
      <IconRoute className="i s" aria-hidden="true" />
      <div>
        <b>{t('origin.title')}</b>
        <p className="small dim">
          {headsets === 0
            ? t('origin.nothing')
            : t('origin.text', { size: figures.size(bytes), count: headsets })}
        </p>
      </div>
    </section>
  );
}
