import { contentName } from '../../model/content/use-app-names.ts';
import { useTranslation } from 'react-i18next';

import { useFigures } from '../../copy/figures.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { nameOf, type Place } from '../carts/cart-progress.ts';
import { useEnrolLabels } from './use-enrol-labels.ts';

/** Number of lines that fit beside the code on the smallest screen. */
const LINES = 3;

type Props = {
  places: readonly Place[];
  /** The station's time, in ms since 1970 UTC. */
  nowMs: number;
};

/** Enrolled headsets without problems: what each is doing, newest last. */
export function FinishingPanel({ places, nowMs }: Props): React.JSX.Element {
  const { t } = useTranslation('enrol');
  return (
    <section className="panel">
      <header>
        <h2>{t('finishing.heading')}</h2>
        <span className="end faint">{places.length}</span>
      </header>
      <ul className="enrol-finishing">
        {places.slice(0, LINES).map((place) => (
          <li key={place.headset.id}>
            <StateGlyph state={place.state.state} />
            <b>{nameOf(place.headset)}</b>
            <FinishingLabels place={place} nowMs={nowMs} />
          </li>
        ))}
      </ul>
      {places.length > LINES && (
        <p className="enrol-finishing-more small faint">
          {t('finishing.more', { count: places.length - LINES })}
        </p>
      )}
    </section>
  );
}

function FinishingLabels({ place, nowMs }: { place: Place; nowMs: number }): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const format = useFigures();
  const labels = useEnrolLabels();
  const { state, headset } = place;
  if (state.state === 'applying') {
    const { fileName, progress } = state;
    if (fileName === null) return <span className="grow small dim">{t('finishing.settings')}</span>;
    if (progress === null) return <span className="grow small dim">{labels.says(place)}</span>;
    return (
      <span className="grow small dim">
        {t('finishing.loading', { file: contentName(fileName), progress: format.percent(progress) })}
        <span className="enrol-meter" aria-hidden="true">
          <i style={{ width: `${progress * 100}%` }} />
        </span>
      </span>
    );
  }
  const agoMs = headset.enrolledAt === null ? 0 : Math.max(0, nowMs - Date.parse(headset.enrolledAt));
  return <span className="grow small dim">{t('finishing.enrolledAgo', { ago: labels.time(agoMs) })}</span>;
}
