import { useTranslation } from 'react-i18next';

import { useFormat } from '../../copy/format.ts';
import { StateGlyph, type GlyphState } from '../../ui/headset/state-glyph.tsx';
import { profileProblem, stageOf, type Slot } from '../cart/cart-progress.ts';
import { useProfiles } from '../profile/use-profiles.ts';

/** The steps of a headset: enrolled, settings sent, confirmed by the headset. Always shown separately. */
export function SlotSteps({ slot }: { slot: Slot }): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const format = useFormat();
  const { headset } = slot;
  const at = headset.enrolledAt === null ? '' : format.clock(Date.parse(headset.enrolledAt));
  const sent = useSentStep(slot);
  const stage = stageOf(slot);
  const isConfirmed = stage === 'ready';
  const last: GlyphState = isConfirmed ? 'ready' : stage === 'stuck' ? slot.state.state : 'waiting';
  return (
    <ol className="enrol-place-steps grid tight small" aria-label={t('steps.heading')}>
      <li className="row top">
        <StateGlyph state="ready" size="s" />
        {t('steps.enrolled', { time: at })}
      </li>
      <li className="row top">
        <StateGlyph state={sent.glyph} size="s" />
        {sent.words}
      </li>
      <li className="row top">
        <StateGlyph state={last} size="s" />
        {t(isConfirmed ? 'steps.confirmed' : 'steps.notConfirmed')}
      </li>
    </ol>
  );
}

function useSentStep(slot: Slot): { glyph: GlyphState; words: string } {
  const { t } = useTranslation('enrol');
  const profiles = useProfiles();
  const { headset, sheet } = slot;
  const waiting = profiles?.find(({ id }) => id === headset.profileId)?.name ?? '';
  if (profileProblem(slot) !== null) {
    return {
      glyph: 'failed',
      words: t('steps.profileNotApplied', { profile: sheet?.profile?.name ?? waiting }),
    };
  }
  if (headset.profileId !== null)
    return { glyph: 'waiting', words: t('steps.profilePending', { profile: waiting }) };
  if (headset.pendingChange !== null) return { glyph: 'queued', words: t('steps.queued') };
  if (headset.settingsRevision === 0) return { glyph: 'ready', words: t('steps.nothing') };
  const input = sheet?.profile ?? null;
  const isApplied = (headset.appliedRevision ?? 0) >= headset.settingsRevision;
  const glyph = isApplied ? 'ready' : 'applying';
  if (input === null) return { glyph, words: t(isApplied ? 'steps.applied' : 'steps.sent') };
  const { name: profile, version } = input;
  return { glyph, words: t(isApplied ? 'steps.profileApplied' : 'steps.profileSent', { profile, version }) };
}
