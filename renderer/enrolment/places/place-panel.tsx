import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { nameOf, stageOf, type Place } from '../carts/cart-progress.ts';
import { PlaceFacts } from '../desk/code-card.tsx';
import { PlaceLink } from './place-link.tsx';
import { PlaceSteps } from './place-steps.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';
import { SwapDialog } from './swap-dialog.tsx';
import { useEnrolLabels } from '../start/use-enrol-labels.ts';
import { useFormerPlace } from './use-former-place.ts';

type Props = {
  place: Place;
  /** The slots of its cart. */
  places: readonly Place[];
  /** Called with the slot that is free now. */
  onFreed: (id: string) => void;
};

/** Details of an enrolled slot, step by step, with its actions. */
export function PlacePanel({ place, places, onFreed }: Props): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const labels = useEnrolLabels();
  const [open, setOpen] = useState<'replace' | 'swap' | null>(null);
  const nameId = useId();
  const former = useFormerPlace(place.headset);
  const close = (): void => setOpen(null);
  return (
    <section className="panel" aria-live="polite" aria-labelledby={nameId}>
      <header>
        <StateGlyph state={place.state.state} />
        <h2 id={nameId} className="cut enrol-place-name">
          {nameOf(place.headset)}
        </h2>
        <span className="end faint small">
          <PlaceFacts headset={place.headset} />
        </span>
      </header>
      <div className="in stack">
        {stageOf(place.state.state) !== 'waiting' && <PlaceSteps place={place} />}
        <p>
          {labels.says(place)} <PlaceLink place={place} />
        </p>
        {former !== null && (
          <div className="note enrol-former">
            <StateGlyph state="archived" />
            <div className="stack">
              <p className="small">{t('former.text', { name: nameOf(place.headset), old: former.name })}</p>
              <Button size="compact-sm" variant="default" loading={former.isBusy} onClick={former.putBack}>
                {t('former.putBack', { old: former.name })}
              </Button>
              {former.refusal !== null && <RefusalNote refusal={former.refusal} />}
            </div>
          </div>
        )}
        <div className="row enrol-place-actions">
          <Button size="compact-sm" variant="default" onClick={() => setOpen('swap')}>
            {t('swap.open')}
          </Button>
          {place.headset.androidId !== null && (
            <Button size="compact-sm" variant="default" onClick={() => setOpen('replace')}>
              {t('replace.open')}
            </Button>
          )}
        </div>
      </div>
      <SwapDialog isOpen={open === 'swap'} place={place} places={places} onClose={close} />
      <ReplaceDialog isOpen={open === 'replace'} place={place} onClose={close} onFreed={onFreed} />
    </section>
  );
}
