import { ActionIcon, FocusTrap, Portal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { nameOf, type Slot } from '../cart/cart-progress.ts';
import { BigCode, SlotFacts, Validity } from './code-card.tsx';
import type { KnownCode } from '../cart/code-book.ts';
import { useEnrolLabels } from '../frame/use-enrol-labels.ts';

type Props = {
  slot: Slot;
  code: KnownCode | undefined;
  /** The station's time, in ms since 1970 UTC. */
  nowMs: number;
  isClosed: boolean;
  /** "12 of 30 ready". */
  progress: string;
  onLeave: () => void;
};

/** The code only, over the whole window: for a screen that everybody at the cart reads. */
export function CodeScreen({ slot, code, nowMs, isClosed, progress, onLeave }: Props): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const labels = useEnrolLabels();
  const isShowing = slot.state.state === 'waiting' && code?.kind === 'live' && !isClosed;
  return (
    <Portal>
      <FocusTrap active>
        <div className="enrol-full" role="dialog" aria-modal="true" aria-label={t('card.full')}>
          <header className="row wide wrap baseline">
            <h1>{nameOf(slot.headset)}</h1>
            <span className="dim">
              <SlotFacts headset={slot.headset} />
            </span>
            <span className="end dim">{progress}</span>
            <ActionIcon
              size="xl"
              variant="subtle"
              aria-label={t('card.leaveFull')}
              onClick={onLeave}
              data-autofocus
            >
              <IconX aria-hidden />
            </ActionIcon>
          </header>
          {isShowing ? (
            <>
              <BigCode name={nameOf(slot.headset)} code={code.code} />
              <Validity leftMs={code.expiresAtMs - nowMs} />
            </>
          ) : (
            <div className="enrol-card-message roomy fill">
              <StateGlyph state={isClosed ? 'failed' : slot.state.state} />
              <p className="enrol-card-message-title">
                {isClosed ? t('card.closedTitle') : labels.text(slot)}
              </p>
            </div>
          )}
        </div>
      </FocusTrap>
    </Portal>
  );
}
