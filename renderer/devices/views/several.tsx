import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useHeadsetLabels } from '../../model/fleet/headset-labels.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { useShortcuts } from '../../ui/parts/shortcuts.ts';
import { BackButton } from './back-button.tsx';
import { LivePicture, Privacy, useLive } from './live-view.tsx';

type Props = {
  /** At most `MAX_LIVE`. */
  ids: readonly string[];
  onGo: (id: string) => void;
  onBack: () => void;
};

/** Several headsets live side by side; a press on a name enlarges one, Escape goes back to the board. */
export function ViewSeveral({ ids, onGo, onBack }: Props): React.JSX.Element {
  const { t } = useTranslation('views');
  useShortcuts({ escape: onBack });
  return (
    <div className="roomy fill scroll">
      <header className="view-top row roomy wrap whole">
        <BackButton label={t('back')} onBack={onBack} />
        <h1 className="grow cut">{t('several', { count: ids.length })}</h1>
      </header>
      <div className="view-several grid roomy" data-count={ids.length}>
        {ids.map((id) => (
          <Cell key={id} id={id} onGo={onGo} />
        ))}
      </div>
      <Privacy />
    </div>
  );
}

function Cell({ id, onGo }: { id: string; onGo: (id: string) => void }): React.JSX.Element {
  const { t } = useTranslation('views');
  const [attempt, setAttempt] = useState(0);
  const live = useLive(id, attempt);
  const labels = useHeadsetLabels(id);
  const name = labels?.name ?? '';
  return (
    <section className="view-cell" aria-label={name}>
      <LivePicture id={id} live={live} onRetry={() => setAttempt(attempt + 1)} />
      <button type="button" onClick={() => onGo(id)}>
        <b className="cut">{name}</b>
        {labels !== null && (
          <span className={`status s-${labels.state.state}`}>
            <StateGlyph state={labels.state.state} />
            <span className="cut">{labels.text}</span>
          </span>
        )}
        <span className="small dim">{t('larger')}</span>
      </button>
    </section>
  );
}
