import { CloseButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { useFormat } from '../../copy/format.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import type { Dropped } from './dropped-files.ts';

type Props = { dropped: Dropped | null; onClose: () => void };

/** Lists the rejected files of a drop; nothing if all were accepted. */
export function DropNote({ dropped, onClose }: Props): React.JSX.Element | null {
  const { t } = useTranslation(['content', 'common']);
  const format = useFormat();
  if (dropped === null || (dropped.empty.length === 0 && !dropped.isCut)) return null;
  const { empty, files } = dropped;
  return (
    <div className="note warn" role="status">
      <StateGlyph state="attention" />
      <div className="grow">
        {empty.length > 0 && (
          <p>{t('content:dropEmpty', { count: empty.length, names: format.list(empty) })}</p>
        )}
        {dropped.isCut && <p>{t('content:dropCut', { count: files.length })}</p>}
      </div>
      <CloseButton aria-label={t('common:close')} onClick={onClose} />
    </div>
  );
}
