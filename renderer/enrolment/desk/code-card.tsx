import { Button } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';

import { blockedBy } from '../../ui/why/why.ts';
import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import { EnterCap, KeyCap } from '../../ui/parts/key-cap.tsx';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { nameOf, type Slot } from '../cart/cart-progress.ts';
import { CODE_LIFETIME_MS, type KnownCode } from '../cart/code-book.ts';
import { countdown } from '../cart/elapsed.ts';
import { groupedCode } from '../cart/label-text.ts';
import { SlotLink } from '../cart/slot-link.tsx';
import { useEnrolLabels } from '../frame/use-enrol-labels.ts';

export type CardActions = {
  readonly proceed: () => void;
  readonly newCode: () => void;
  readonly skip: () => void;
  readonly issueNewCodes: () => void;
};

/** Maximum length of a name on one line. */
const SHORT_NAME = 12;

type Props = {
  slot: Slot;
  /** Undefined until the station has answered. */
  code: KnownCode | undefined;
  /** The station's time, in ms since 1970 UTC. */
  nowMs: number;
  isClosed: boolean;
  isOffline: boolean;
  isBusy: boolean;
  /** The next free slot; null if this is the only one. */
  nextName: string | null;
  actions: CardActions;
};

/** The current slot: its code, readable from two metres, or its result. */
export function CodeCard(props: Props): React.JSX.Element {
  const { slot, nextName, actions } = props;
  const isWaiting = slot.state.state === 'waiting';
  const { t } = useTranslation('enrol');
  const name = nameOf(slot.headset);
  return (
    <section className="panel enrol-card fill" aria-labelledby="enrol-card-name">
      <div className="enrol-card-who row wrap baseline">
        <h2 id="enrol-card-name" className="figure-text breaks">
          {name}
        </h2>
        <span className="dim lead">
          <SlotFacts headset={slot.headset} />
        </span>
        {isWaiting && !props.isClosed && <span className="end">{t('card.instruction')}</span>}
      </div>
      {isWaiting ? <WaitingBody {...props} /> : <TakenBody slot={slot} />}
      <div className="row enrol-card-actions">
        {isWaiting ? (
          <WaitingActions {...props} />
        ) : (
          <Button
            size="lg"
            onClick={actions.proceed}
            {...blockedBy(nextName === null && t('card.noNext'))}
            rightSection={<EnterCap />}
          >
            {nextName === null ? t('card.next') : t('card.continueWith', { name: nextName })}
          </Button>
        )}
      </div>
    </section>
  );
}

/** "Quest 3, shelf 2": facts about the slot. */
export function SlotFacts({ headset }: { headset: Headset }): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const { model, shelf } = headset;
  if (model === null) return <>{shelf === null ? '' : t('card.shelfFirst', { shelf })}</>;
  return <>{shelf === null ? model : `${model}, ${t('card.shelf', { shelf })}`}</>;
}

function WaitingBody({ slot, code, nowMs, isClosed, isOffline }: Props): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const name = nameOf(slot.headset);
  if (isClosed) return <CardMessage title={t('card.closedTitle')} text={t('card.closedText')} isBad />;
  if (code === undefined) {
    return <CardMessage title={isOffline ? t('card.offline') : t('card.gettingCode')} text="" />;
  }
  if (code.kind === 'none') {
    const text = code.reason === 'taken' ? t('card.noCodeOccupied') : t('card.noCodeGone');
    return <CardMessage title={t('card.noCodeTitle', { name })} text={text} />;
  }
  return (
    <>
      <BigCode name={name} code={code.code} />
      <Validity leftMs={code.expiresAtMs - nowMs} />
    </>
  );
}

/** Six digits in two groups of three. Screen readers read them one by one. */
export function BigCode({ name, code }: { name: string; code: number }): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const [first, second] = groupedCode(code).split('\u00a0');
  const ariaLabel = t('card.spoken', { name, digits: Array.from(String(code)).join(' ') });
  return (
    <div className="enrol-code row" role="img" aria-label={ariaLabel} data-code={code}>
      <span>{first}</span>
      <span>{second}</span>
    </div>
  );
}

/** How long the code is valid, as time and as a bar. */
export function Validity({ leftMs }: { leftMs: number }): React.JSX.Element {
  const { t } = useTranslation('enrol');
  // The clock ticks once a second, so a new code may appear to last longer than it does.
  const shownMs = Math.min(Math.max(0, leftMs), CODE_LIFETIME_MS);
  return (
    <div className="enrol-valid row roomy">
      <span className="dim">
        <Trans
          t={t}
          i18nKey="card.validFor"
          values={{ left: countdown(shownMs) }}
          components={{ b: <b /> }}
        />
      </span>
      <div className="track ink" aria-hidden="true">
        <i style={{ width: `${(shownMs / CODE_LIFETIME_MS) * 100}%` }} />
      </div>
      <span className="faint small">{t('card.thenNew')}</span>
    </div>
  );
}

function CardMessage(props: { title: string; text: string; isBad?: boolean }): React.JSX.Element {
  return (
    <div className="enrol-card-message roomy fill">
      {props.isBad === true && <StateGlyph state="failed" />}
      <p className="enrol-card-message-title">{props.title}</p>
      <p className="dim prose">{props.text}</p>
    </div>
  );
}

function TakenBody({ slot }: { slot: Slot }): React.JSX.Element {
  const labels = useEnrolLabels();
  return (
    <div className="enrol-card-message roomy fill">
      <StateGlyph state={slot.state.state} />
      <p className="enrol-card-message-title">{labels.text(slot)}</p>
      <SlotLink slot={slot} />
    </div>
  );
}

function WaitingActions({ slot, nextName, isClosed, isBusy, actions }: Props): React.JSX.Element {
  const { t } = useTranslation('enrol');
  if (isClosed) {
    return (
      <Button size="lg" onClick={actions.issueNewCodes} loading={isBusy}>
        {t('card.getNew')}
      </Button>
    );
  }
  const name = nameOf(slot.headset);
  return (
    <>
      <Button
        className="on-primary"
        size="lg"
        onClick={actions.proceed}
        {...blockedBy(nextName === null && t('card.noNext'))}
        rightSection={<EnterCap />}
      >
        {t('card.next')}
      </Button>
      <Button
        size="lg"
        variant="subtle"
        onClick={actions.newCode}
        loading={isBusy}
        rightSection={<KeyCap>N</KeyCap>}
      >
        {t('card.newCode')}
      </Button>
      <Button
        size="lg"
        variant="subtle"
        onClick={actions.skip}
        {...blockedBy(nextName === null && t('card.noNext'))}
        rightSection={<KeyCap>S</KeyCap>}
      >
        {t('card.skip')}
      </Button>
      <span className="end small faint enrol-card-moves only-wide">
        {nextName === null ? (
          t('card.last')
        ) : (
          <Trans
            t={t}
            i18nKey="card.movesOn"
            values={{ name }}
            components={{ n: <span className={name.length <= SHORT_NAME ? 'nowrap' : ''} /> }}
          />
        )}
      </span>
    </>
  );
}
