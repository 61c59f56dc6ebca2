import {
  IconAlertOctagon,
  IconArchive,
  IconArrowDown,
  IconArrowsSplit2,
  IconArrowUp,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import type { SyncMark } from '../../model/station/sync-facts.ts';
import './sync-badge.css';

const SIGNS = {
  failed: IconAlertOctagon,
  conflict: IconArrowsSplit2,
  ahead: IconArrowUp,
  behind: IconArrowDown,
  gone: IconArchive,
} as const;

type Props = {
  mark: SyncMark;
  /** With the word beside the sign. */
  hasWords?: boolean;
};

/** How a headset stands against the central: a sign with its word, for tile, row and details. */
export function SyncBadge({ mark, hasWords = false }: Props): React.JSX.Element {
  const { t } = useTranslation('sync');
  const Sign = SIGNS[mark];
  return (
    <span className={`sync-badge ${mark}`} title={t(`mark.${mark}`)}>
      <Sign className="i s" aria-hidden="true" />
      <span className={hasWords ? 'cut' : 'sr'}>{t(`mark.${mark}`)}</span>
    </span>
  );
}
