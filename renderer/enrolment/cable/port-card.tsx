import { Button } from '@mantine/core';
import { IconReload } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

import type { CableHeadset } from '../../../shared/contract/enrolment/cable.ts';
import { useFigures } from '../../copy/figures.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { lookOf } from './cable-state.ts';

type Props = {
  number: number;
  headset: CableHeadset | null;
  isChosen: boolean;
  onChoose: () => void;
  onRetry: (serial: string) => void;
};

/** One port of a hub: the cable where one is plugged in, whose it is, how far it is and what to do. */
export function PortCard({ number, headset, isChosen, onChoose, onRetry }: Props): React.JSX.Element {
  const { t } = useTranslation('cable');
  if (headset === null) {
    return (
      <li className="cable-port free">
        <Socket number={number} isPlugged={false} />
        <div className="cable-pt">
          <span className="faint">{t('free')}</span>
          <span className="small faint">{t('plugIn')}</span>
        </div>
      </li>
    );
  }
  const { tone, glyph } = lookOf(headset);
  const running = headset.steps.find(({ state }) => state === 'running');
  return (
    <li
      className={`cable-port ${tone}`}
      aria-current={isChosen}
      data-state={headset.state}
      onClick={onChoose}
    >
      <Socket number={number} isPlugged />
      <div className="cable-pt">
        <div className="cable-pn">
          <b>{headset.slot?.label ?? (headset.state === 'debuggingOff' ? headset.model : headset.serial)}</b>
          <StateGlyph state={glyph} />
        </div>
        {headset.state !== 'debuggingOff' && <span className="small dim">{headset.model}</span>}
        <Words headset={headset} onRetry={onRetry} />
      </div>
      {typeof running?.progress === 'number' && (
        <Progress share={running.progress} label={t(`step.${running.step}`)} />
      )}
    </li>
  );
}

function Words({ headset, onRetry }: Pick<Props, 'onRetry'> & { headset: CableHeadset }): React.JSX.Element {
  const { t } = useTranslation('cable');
  const figures = useFigures();
  const { state, next } = wordsOf(headset, t, (share) => figures.percent(share));
  const failed = headset.steps.find((step) => step.state === 'failed');
  return (
    <div className="cable-say">
      <b>{state}</b>
      <span>{next}</span>
      {headset.state === 'failed' && typeof failed?.words === 'string' && (
        <code title={failed.words}>{failed.words}</code>
      )}
      {headset.state === 'failed' && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconReload className="i s" aria-hidden />}
          onClick={() => onRetry(headset.serial)}
        >
          {t('retry')}
        </Button>
      )}
    </div>
  );
}

function Socket({ number, isPlugged }: { number: number; isPlugged: boolean }): React.JSX.Element {
  return (
    <div className={isPlugged ? 'cable-sock on' : 'cable-sock'}>
      <span>{number}</span>
      <i />
    </div>
  );
}

function Progress({ share, label }: { share: number; label: string }): React.JSX.Element {
  return (
    <div
      className="meter cable-meter"
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      aria-label={label}
    >
      <i style={{ width: `${share * 100}%` }} />
    </div>
  );
}

/** What a headset is doing and what to do next, in words. */
function wordsOf(
  headset: CableHeadset,
  t: TFunction<'cable'>,
  percent: (share: number) => string,
): { readonly state: string; readonly next: string } {
  const { state, steps, slot } = headset;
  const at = steps.findIndex((step) => step.state === 'running');
  const running = steps[at];
  if (state === 'running' && running !== undefined) {
    const place = t('next.running', { at: at + 1, total: steps.length });
    const share = running.progress === null ? '' : `${percent(running.progress)} · `;
    return { state: t(`step.${running.step}`), next: share + place };
  }
  const failed = steps.find((step) => step.state === 'failed');
  const step = failed === undefined ? '' : t(`step.${failed.step}`);
  const said = t(`state.${state}`, { slot: slot?.label ?? '', step });
  if (state !== 'failed') return { state: said, next: state === 'running' ? '' : t(`next.${state}`) };
  const { failure = null, advice: hint = null } = failed ?? {};
  const why = failure === null ? '' : t(`failure.${failure}`);
  const advice = hint === null ? '' : t(`advice.${hint}`);
  return { state: said, next: advice === '' ? why : advice };
}
