import { useTranslation } from 'react-i18next';

import { KeyCap } from '../../ui/parts/key-cap.tsx';

/** Shortcuts of the desk that have no button. */
export function DeskHints(): React.JSX.Element {
  const { t } = useTranslation('enrol');
  return (
    <div className="enrol-keys row wrap small faint" aria-label={t('desk.keys')} role="group">
      <span className="row tight">
        <KeyCap>←</KeyCap>
        <KeyCap>→</KeyCap> {t('desk.keyChoose')}
      </span>
      <span className="row tight">
        <KeyCap>R</KeyCap> {t('desk.keyAgain')}
      </span>
      <span className="row tight">
        <KeyCap>F</KeyCap> {t('desk.keyFull')}
      </span>
    </div>
  );
}
