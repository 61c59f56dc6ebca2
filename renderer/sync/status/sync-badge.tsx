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
  /** Shows the label next to the icon. */
  hasLabel?: boolean;
};

/** Sync status of a headset, as an icon with a label, for tiles, rows and details. */
export function SyncBadge({ mark, hasLabel = false }: Props): React.JSX.Element {
  const { t } = useTranslation('sync');
  const Sign = SIGNS[mark];
  return (
    <span className={`sync-badge ${mark}`} title={t(`mark.${mark}`)}>
      <Sign className="i s" aria-hidden="true" />
      <span className={hasLabel ? 'cut' : 'sr'}>{t(`mark.${mark}`)}</span>
    </span>
  );
}
