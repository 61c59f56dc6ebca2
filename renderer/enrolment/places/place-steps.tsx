import { useTranslation } from 'react-i18next';

import { useFigures } from '../../copy/figures.ts';
import { StateGlyph, type GlyphState } from '../../ui/headset/state-glyph.tsx';
import { profileProblem, stageOf, type Place } from '../carts/cart-progress.ts';
import { useProfiles } from '../start/use-profiles.ts';

/** The steps of a headset: enrolled, settings sent, confirmed by the headset. Always shown separately. */
export function PlaceSteps({ place }: { place: Place }): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const format = useFigures();
  const { headset } = place;
  const at = headset.enrolledAt === null ? '' : format.clock(Date.parse(headset.enrolledAt));
  const sent = useSentStep(place);
  const stage = stageOf(place.state.state);
  const isConfirmed = stage === 'ready';
  const last: GlyphState = isConfirmed ? 'ready' : stage === 'stuck' ? place.state.state : 'waiting';
  return (
    <ol className="enrol-place-steps small" aria-label={t('steps.heading')}>
      <li>
        <StateGlyph state="ready" size="s" />
        {t('steps.enrolled', { time: at })}
      </li>
      <li>
        <StateGlyph state={sent.glyph} size="s" />
        {sent.words}
      </li>
      <li>
        <StateGlyph state={last} size="s" />
        {t(isConfirmed ? 'steps.confirmed' : 'steps.notConfirmed')}
      </li>
    </ol>
  );
}

function useSentStep(place: Place): { glyph: GlyphState; words: string } {
  const { t } = useTranslation('enrol');
  const profiles = useProfiles();
  const { headset, sheet } = place;
  const waiting = profiles?.find(({ id }) => id === headset.profileId)?.name ?? '';
  if (profileProblem(place) !== null) {
    return {
      glyph: 'failed',
      words: t('steps.profileNotGiven', { profile: sheet?.profile?.name ?? waiting }),
    };
  }
  if (headset.profileId !== null)
    return { glyph: 'waiting', words: t('steps.profileWaits', { profile: waiting }) };
  if (headset.settingsRevision === 0) return { glyph: 'ready', words: t('steps.nothing') };
  const input = sheet?.profile ?? null;
  const isApplied = (headset.appliedRevision ?? 0) >= headset.settingsRevision;
  const glyph = isApplied ? 'ready' : 'applying';
  if (input === null) return { glyph, words: t(isApplied ? 'steps.applied' : 'steps.sent') };
  const { name: profile, version } = input;
  return { glyph, words: t(isApplied ? 'steps.profileApplied' : 'steps.profileSent', { profile, version }) };
}
