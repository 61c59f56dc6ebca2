import { IconEqual } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import type { CableHeadset } from '../../../shared/contract/enrolment/cable.ts';
import { useFormat } from '../../copy/format.ts';
import { type GlyphState, StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { useEnrolLabels } from '../frame/use-enrol-labels.ts';
import { spentMs, stepMs } from './cable-pace.ts';

type Step = CableHeadset['steps'][number];

const GLYPHS: Readonly<Record<Exclude<Step['state'], 'unchanged' | 'notWanted'>, GlyphState>> = {
  pending: 'waiting',
  running: 'applying',
  done: 'ready',
  failed: 'failed',
};

type Props = { headset: CableHeadset; nowMs: number };

/** The headset of the selected port: each step with its duration, and the tool's output if it failed. */
export function HeadsetPanel({ headset, nowMs }: Props): React.JSX.Element {
  const { t } = useTranslation('cable');
  const time = useStepTime();
  const { serial, model, slot, state, steps } = headset;
  const hasBegun = steps.some(({ startedAtMs }) => startedAtMs !== null);
  return (
    <section className="panel" aria-label={t('selected')}>
      <header>
        <h2>{slot?.label ?? serial}</h2>
        {hasBegun && <span className="end small dim">{time(spentMs(steps, nowMs))}</span>}
      </header>
      <div className="pad stack">
        <p className="small dim breaks">
          {[model, t('serial', { serial })].filter((part) => part !== null).join(' · ')}
        </p>
        {state === 'changed' && <p className="small">{t('changedHint', { slot: slot?.label ?? '' })}</p>}
        {state === 'known' && <p className="small">{t('knownHint', { slot: slot?.label ?? '' })}</p>}
      </div>
      {steps.length > 0 && (
        <ol className="cable-recipe rows dense">
          {steps.map((step) => (
            <StepRow key={step.step} step={step} nowMs={nowMs} />
          ))}
        </ol>
      )}
    </section>
  );
}

function StepRow({ step, nowMs }: { step: Step; nowMs: number }): React.JSX.Element {
  const { t } = useTranslation('cable');
  const { state, failure, advice, words } = step;
  const isSkipped = state === 'unchanged' || state === 'notWanted';
  return (
    <li
      className={isSkipped || state === 'pending' ? 'row top skip' : 'row top'}
      data-step={step.step}
      data-state={state}
    >
      <span className="cable-glyph">
        {isSkipped ? <IconEqual className="i s" aria-hidden /> : <StateGlyph state={GLYPHS[state]} />}
      </span>
      <span className="grow">
        <b>{t(`step.${step.step}`)}</b>
        {failure !== null && <small className="small dim block breaks">{t(`failure.${failure}`)}</small>}
        {advice !== null && <small className="small dim block breaks">{t(`advice.${advice}`)}</small>}
        {words !== null && (
          <pre className="raw mono micro breaks" tabIndex={0} aria-label={t('toolWords')}>
            {words}
          </pre>
        )}
      </span>
      <span className="small dim">
        <StepTime step={step} nowMs={nowMs} />
      </span>
    </li>
  );
}

function StepTime({ step, nowMs }: { step: Step; nowMs: number }): React.JSX.Element | null {
  const { t } = useTranslation('cable');
  const format = useFormat();
  const time = useStepTime();
  if (step.state === 'notWanted') return <>{t('recipe.notIncluded')}</>;
  if (step.state === 'unchanged') return <>{t('gaps.unchanged')}</>;
  const ms = stepMs(step, nowMs);
  if (ms === null) return null;
  return <>{step.progress === null ? time(ms) : `${format.percent(step.progress)} · ${time(ms)}`}</>;
}

/** "38 s", and "< 1 s" if it is shorter. */
function useStepTime(): (ms: number) => string {
  const { t } = useTranslation('cable');
  const labels = useEnrolLabels();
  return (ms) => (ms < 1_000 ? t('underSecond') : labels.time(ms));
}
