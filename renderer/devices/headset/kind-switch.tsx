import { useTranslation } from 'react-i18next';

import { KINDS, type Kind } from '../history/event-types.ts';

type Props = { kind: Kind | null; onChange: (kind: Kind | null) => void };

/** Which kind of events is shown. */
export function KindSwitch({ kind, onChange }: Props): React.JSX.Element {
  const { t } = useTranslation('headset');
  return (
    <div className="seg" role="group" aria-label={t('events.kind')}>
      <button type="button" aria-pressed={kind === null} onClick={() => onChange(null)}>
        {t('kindOfEvent.all')}
      </button>
      {KINDS.map((each) => (
        <button key={each} type="button" aria-pressed={kind === each} onClick={() => onChange(each)}>
          {t(`kindOfEvent.${each}`)}
        </button>
      ))}
    </div>
  );
}
