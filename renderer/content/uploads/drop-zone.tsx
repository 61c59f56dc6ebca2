import { IconUpload } from '@tabler/icons-react';
import { useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';

import '../frame/content.css';
import { useMay } from '../../service/session.ts';
import { droppedFiles, type Dropped } from './dropped-files.ts';

type Props = { onDropped: (dropped: Dropped) => void; children: React.ReactNode };

/** Accepts files dropped anywhere on it. The buttons beside it do the same. */
export function DropZone({ onDropped, children }: Props): React.JSX.Element {
  const { t } = useTranslation('content');
  const mayAdd = useMay('technician');
  // Moving over a child leaves the parent: only the balance tells whether something is dragged over the screen.
  const [depth, setDepth] = useState(0);
  const ifFiles =
    (act: (event: DragEvent) => void) =>
    (event: DragEvent): void => {
      if (!mayAdd || !event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      act(event);
    };
  return (
    <div
      className="drop-zone"
      onDragEnter={ifFiles(() => setDepth((before) => before + 1))}
      onDragLeave={ifFiles(() => setDepth((before) => Math.max(0, before - 1)))}
      onDragOver={ifFiles((event) => {
        event.dataTransfer.dropEffect = 'copy';
      })}
      onDrop={ifFiles((event) => {
        setDepth(0);
        void droppedFiles(event.dataTransfer).then(onDropped);
      })}
    >
      {children}
      {depth > 0 && (
        <div className="drop-cover grid snug" aria-hidden="true">
          <IconUpload className="i l" />
          <b>{t('drop')}</b>
        </div>
      )}
    </div>
  );
}
