import { IconReload } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

import type { CableHeadset } from '../../../../shared/contract/enrolment/cable.ts';
import { useFormat } from '../../../copy/format.ts';
import { StateGlyph } from '../../../ui/headset/state-glyph.tsx';
import { SmallButton } from '../../../ui/controls/small-button.ts';
import { styleOf } from '../cable-state.ts';

type Props = {
  /** Null for one that is not plugged in now. */
  number: number | null;
  headset: CableHeadset | null;
  isChosen: boolean;
  /** The hubs are one stop of the Tab key; arrows go from port to port. */
  isTabStop: boolean;
  onChoose: () => void;
  onRetry: (serial: string, takesOver?: boolean) => void;
};

/** Id of the button of a headset, for the focus. */
export function cardId(serial: string): string {
  return `port-of-${serial}`;
}

/** One port of a hub: whether a cable is plugged in, the slot of its headset, its progress and what to do. */
export function PortCard(props: Props): React.JSX.Element {
  const { t } = useTranslation('cable');
  const { number, headset } = props;
  if (headset !== null) return <PluggedCard {...props} headset={headset} />;
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

function PluggedCard({
  number,
  headset,
  isChosen,
  isTabStop,
  onChoose,
  onRetry,
}: Props & { headset: CableHeadset }): React.JSX.Element {
  const { t } = useTranslation('cable');
  const format = useFormat();
  const { tone, glyph } = styleOf(headset);
  const running = headset.steps.find(({ state }) => state === 'running');
  const failed =
    headset.state === 'failed' ? headset.steps.find(({ state }) => state === 'failed') : undefined;
  const isClaimed = failed?.failure === 'MANAGED_ELSEWHERE';
  const isNameless = headset.state === 'debuggingOff';
  const name = headset.slot?.label ?? (isNameless ? headset.model : headset.serial);
  const { state, next } = wordsOf(headset, t, (share) => format.percent(share));
  return (
    <li className={`cable-port ${tone}`} data-state={headset.state}>
      <Socket number={number} isPlugged={number !== null} />
      <div className="cable-pt">
        <button
          type="button"
          id={cardId(headset.serial)}
          className="cable-pick stack flat grow"
          aria-pressed={isChosen}
          tabIndex={isTabStop ? 0 : -1}
          onClick={onChoose}
        >
          {number !== null && <span className="sr">{t('port', { number })}, </span>}
          <span className="cable-pn lead row top spread">
            <b className="cut">{name}</b>
            <StateGlyph state={glyph} />
          </span>
          {!isNameless && failed === undefined && <span className="small dim">{headset.model}</span>}
          <span className="cable-say stack close top breaks">
            <b>{state}</b>
            <span className="clamp" title={next}>
              {next}
            </span>
          </span>
        </button>
        {failed !== undefined && (
          <div className="cable-failed stack tight top breaks">
            {!isClaimed && failed.words !== null && failed.advice === null && (
              <code className="micro cut">{failed.words}</code>
            )}
            <SmallButton
              leftSection={<IconReload className="i s" aria-hidden />}
              aria-label={t(isClaimed ? 'reclaimOf' : 'retryOf', { name })}
              onClick={() => onRetry(headset.serial, isClaimed)}
            >
              {t(isClaimed ? 'reclaim' : 'retry')}
            </SmallButton>
          </div>
        )}
      </div>
      {typeof running?.progress === 'number' && (
        <Progress share={running.progress} label={t(`step.${running.step}`)} />
      )}
    </li>
  );
}

function Socket({ number, isPlugged }: { number: number | null; isPlugged: boolean }): React.JSX.Element {
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
  const text = t(`state.${state}`, { slot: slot?.label ?? '', step });
  if (state !== 'failed') return { state: text, next: state === 'running' ? '' : t(`next.${state}`) };
  const { failure = null, advice: hint = null, words } = failed ?? {};
  const why = failure === null ? '' : t(`failure.${failure}`, { words: words ?? '' });
  // Its words are a name that another station chose.
  const advice = hint === null || failure === 'MANAGED_ELSEWHERE' ? '' : t(`advice.${hint}`);
  return { state: text, next: advice === '' ? why : advice };
}
