import { contentName } from '../../model/content/use-app-names.ts';
import { useTranslation } from 'react-i18next';

import { useFormat } from '../../copy/format.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { nameOf, type Slot } from '../cart/cart-progress.ts';
import { useEnrolLabels } from '../frame/use-enrol-labels.ts';

/** Number of lines that fit beside the code on the smallest screen. */
const LINES = 3;

type Props = {
  slots: readonly Slot[];
  /** The station's time, in ms since 1970 UTC. */
  nowMs: number;
};

/** Enrolled headsets without problems: what each is doing, newest last. */
export function FinishingPanel({ slots, nowMs }: Props): React.JSX.Element {
  const { t } = useTranslation('enrol');
  return (
    <section className="panel">
      <header>
        <h2>{t('finishing.heading')}</h2>
        <span className="end faint">{slots.length}</span>
      </header>
      <ul className="rows dense">
        {slots.slice(0, LINES).map((slot) => (
          <li key={slot.headset.id} className="row">
            <StateGlyph state={slot.state.state} />
            <b className="short-name">{nameOf(slot.headset)}</b>
            <FinishingLabels slot={slot} nowMs={nowMs} />
          </li>
        ))}
      </ul>
      {slots.length > LINES && (
        <p className="pad small faint">{t('finishing.more', { count: slots.length - LINES })}</p>
      )}
    </section>
  );
}

function FinishingLabels({ slot, nowMs }: { slot: Slot; nowMs: number }): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const format = useFormat();
  const labels = useEnrolLabels();
  const { state, headset } = slot;
  if (state.state === 'applying') {
    const { fileName, progress } = state;
    if (fileName === null) return <span className="grow small dim breaks">{t('finishing.settings')}</span>;
    if (progress === null) return <span className="grow small dim breaks">{labels.text(slot)}</span>;
    return (
      <span className="grow small dim breaks">
        {t('finishing.loading', { file: contentName(fileName), progress: format.percent(progress) })}
        <span className="track" aria-hidden="true">
          <i style={{ width: `${progress * 100}%` }} />
        </span>
      </span>
    );
  }
  if (state.state === 'queued') return <span className="grow small dim breaks">{t('steps.queued')}</span>;
  const agoMs = headset.enrolledAt === null ? 0 : Math.max(0, nowMs - Date.parse(headset.enrolledAt));
  return (
    <span className="grow small dim breaks">{t('finishing.enrolledAgo', { ago: labels.time(agoMs) })}</span>
  );
}
