import { useTranslation } from 'react-i18next';

import { KeyCap } from './key-cap.tsx';

/** The Enter key as keyboards of the person's language name it. */
export function EnterCap(): React.JSX.Element {
  const { t } = useTranslation('common');
  return <KeyCap>{t('key.enter')}</KeyCap>;
}
