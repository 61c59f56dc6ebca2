import { useTranslation } from 'react-i18next';

import { KeyCap } from '../../ui/parts/key-cap.tsx';

/** Shortcuts of the desk that have no button. */
export function DeskHints(): React.JSX.Element {
  const { t } = useTranslation('enrol');
  return (
    <div className="enrol-keys" aria-label={t('desk.keys')} role="group">
      <span>
        <KeyCap>←</KeyCap>
        <KeyCap>→</KeyCap> {t('desk.keyChoose')}
      </span>
      <span>
        <KeyCap>R</KeyCap> {t('desk.keyAgain')}
      </span>
      <span>
        <KeyCap>F</KeyCap> {t('desk.keyFull')}
      </span>
    </div>
  );
}
