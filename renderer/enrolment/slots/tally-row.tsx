import { useMemo } from 'react';
import { Trans, useTranslation } from 'react-i18next';

import { RollCall, type RollBar } from '../../ui/headset/roll-call.tsx';
import { nameOf, type CartProgress, type Slot } from '../cart/cart-progress.ts';
import type { Pace } from '../cart/pace.ts';
import { useEnrolLabels } from '../frame/use-enrol-labels.ts';

/** Maximum number of bars; more are not readable. */
const MAX_BARS = 60;

type Props = {
  slots: readonly Slot[];
  progress: CartProgress;
  /** The current slot; null on a finished cart. */
  shownId: string | null;
  /** `among`: the headsets that `leftMs` is for, if not all free slots. */
  pace: (Pace & { readonly among?: number }) | null;
};

/** Progress of the cart: the count, one bar per headset, and the time left. */
export function TallyRow({ slots, progress, shownId, pace }: Props): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const labels = useEnrolLabels();
  const { ready, total } = progress;
  return (
    <div className="enrol-tally row">
      <p className="figure-text nowrap">
        {ready} <small>{t('desk.readyCount', { total })}</small>
      </p>
      {total <= MAX_BARS ? (
        <Strip slots={slots} shownId={shownId} label={t('desk.ready', { ready, total })} />
      ) : (
        <div
          className="track enrol-tally-meter grow"
          role="img"
          aria-label={t('desk.ready', { ready, total })}
        >
          <i style={{ width: `${(ready / total) * 100}%` }} />
        </div>
      )}
      {pace !== null && (
        <p className="enrol-pace dim nowrap end num">
          <Trans
            t={t}
            i18nKey="desk.paceEach"
            values={{ each: labels.time(pace.msPerHeadset) }}
            components={{ b: <b /> }}
          />
          {(pace.among ?? progress.waiting.length) > 0 && (
            <>
              <br />
              <Trans
                t={t}
                i18nKey={pace.among === undefined ? 'desk.paceLeft' : 'desk.paceAmong'}
                values={{ left: labels.roughTime(pace.leftMs), count: pace.among }}
                components={{ b: <b /> }}
              />
            </>
          )}
        </p>
      )}
    </div>
  );
}

type StripProps = { slots: readonly Slot[]; shownId: string | null; label: string };

function Strip({ slots, shownId, label }: StripProps): React.JSX.Element {
  const { t } = useTranslation('common');
  const bars = useMemo(
    () =>
      slots.map(({ headset, state }): RollBar => {
        const isNext = headset.id === shownId && state.state === 'waiting';
        const title = `${nameOf(headset)}, ${t(`state.${state.state}`)}`;
        return { id: headset.id, state: isNext ? 'next' : state.state, title };
      }),
    [slots, shownId, t],
  );
  return <RollCall bars={bars} label={label} size="big" />;
}
