import { memo } from 'react';
import { useTranslation } from 'react-i18next';

import { useFormat } from '../../copy/format.ts';
import { RollCall, type RollBar } from '../../ui/headset/roll-call.tsx';

/** A wave, planned or in progress. */
export type Wave = {
  readonly number: number;
  readonly size: number;
  readonly state: 'queued' | 'running' | 'done' | 'stopped' | 'planned';
  readonly confirmed: number;
  readonly failed: number;
  /** The headsets of the wave, or what comes after them. */
  readonly text: string;
  /** For the current wave. */
  readonly bars: readonly RollBar[];
};

function isOn({ state, number }: Wave): boolean {
  return state === 'running' || state === 'done' || (state === 'planned' && number === 1);
}

/** The waves from top to bottom: sizes, progress, and the strip of the current one. */
export const WaveRail = memo(function WaveRail({ waves }: { waves: readonly Wave[] }): React.JSX.Element {
  const { t } = useTranslation('configure');
  const format = useFormat();
  return (
    <ol aria-label={t('wave.label')}>
      {waves.map((wave) => (
        <li key={wave.number} className="wave">
          <i className={`mark ${isOn(wave) ? 'on' : ''}`} aria-hidden="true">
            {format.number(wave.number)}
          </i>
          <b>{t('wave.headsets', { count: wave.size })}</b>
          <span className={`small ${wave.failed > 0 ? 's-failed' : 'faint'}`}>
            {wave.state === 'planned'
              ? ''
              : wave.failed > 0
                ? t('wave.failed', { count: wave.failed })
                : t('wave.confirmed', { count: wave.confirmed })}
          </span>
          <span className="small faint wave-text">{wave.text}</span>
          {wave.bars.length > 0 && (
            <span className="wave-text">
              <RollCall
                bars={wave.bars}
                size="thin"
                label={t('wave.strip', { confirmed: wave.confirmed, total: wave.size })}
              />
            </span>
          )}
        </li>
      ))}
    </ol>
  );
});
