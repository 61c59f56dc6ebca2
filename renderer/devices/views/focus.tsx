import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import { useFormat } from '../../copy/format.ts';
import { useFleet, useHeadsetState } from '../../model/fleet/fleet-store.ts';
import { useHeadsetLabels } from '../../model/fleet/headset-labels.ts';
import { BatteryGlyph } from '../../ui/headset/battery-glyph.tsx';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { KeyCap } from '../../ui/parts/key-cap.tsx';
import { useShortcuts } from '../../ui/parts/shortcuts.ts';
import { BackButton } from './back-button.tsx';
import { Arrives, LivePicture, Privacy, ToClass, useLive, useProjector } from './live-view.tsx';
import { PermissionNote, usePermission } from './permission.tsx';
import { SmallPicture } from './small-picture.tsx';
import { useBoard } from './view-store.ts';

type Props = {
  /** All of the board, in order. */
  ids: readonly string[];
  id: string;
  onGo: (id: string) => void;
  onAll: () => void;
  /** Controls of this headset. */
  children?: React.ReactNode;
};

const NEIGHBOURS = 5;

/** One headset of a board, large and live; arrow keys go to the next, Escape to all. */
export function ViewFocus({ ids, id, onGo, onAll, children }: Props): React.JSX.Element {
  const { t } = useTranslation('views');
  const labels = useHeadsetLabels(id);
  const [attempt, setAttempt] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const live = useLive(id, attempt);
  const permission = usePermission(id);
  const name = labels?.name ?? '';
  const isPractice = useFleet(({ byId }) => byId[id]?.isPractice === true);
  const projector = useProjector(live.stream, name);
  const at = ids.indexOf(id);
  const [before, after] = [ids[at - 1], ids[at + 1]];
  const go = (to: string | undefined): void => {
    if (to !== undefined) onGo(to);
  };
  useShortcuts({
    arrowleft: () => go(before),
    arrowright: () => go(after),
    p: projector.toggle,
    escape: onAll,
  });
  const from = Math.max(0, Math.min(at - 2, ids.length - NEIGHBOURS));
  const near = ids.slice(from, from + NEIGHBOURS);
  useBoard(near, !isPaused);
  const isNarrow = live.agreed?.fallbackReason === 'BANDWIDTH';
  return (
    <div className="view-focus">
      <header className="view-top row roomy wrap whole">
        <BackButton label={t('all', { count: ids.length })} onBack={onAll} />
        <div className="grow">
          <h1 className="cut">{name}</h1>
          {labels !== null && (
            <span className="view-facts row wrap">
              <span className={`status s-${labels.state.state}`}>
                <StateGlyph state={labels.state.state} />
                {labels.text}
              </span>
              <Charge headset={labels.headset} />
              {labels.headset.model !== null && <span>{labels.headset.model}</span>}
            </span>
          )}
        </div>
        <Step to={before} side="before" onGo={onGo} />
        <Step to={after} side="after" onGo={onGo} />
      </header>
      <div className="view-large stack">
        <LivePicture id={id} live={live} onRetry={() => setAttempt(attempt + 1)} />
        {isPractice ? <p className="small dim">{t('practice')}</p> : <Privacy />}
        <nav className="view-near grid" aria-label={t('neighbours')}>
          {near.map((each) => (
            <Near key={each} id={each} isThis={each === id} onGo={onGo} />
          ))}
        </nav>
      </div>
      <aside className="view-side stack">
        <ToClass projector={projector} />
        <section className="panel">
          <div className="in stack">
            <h2>{t('arrives')}</h2>
            <Arrives live={live} />
            {(isNarrow || isPaused) && (
              <Button variant="default" onClick={() => setPaused(!isPaused)}>
                {t(isPaused ? 'resumeSmall' : 'pauseSmall')}
              </Button>
            )}
            <PermissionNote id={id} permission={permission} />
          </div>
        </section>
        {children}
        <p className="view-keys small faint" aria-hidden="true">
          <KeyCap>←</KeyCap> <KeyCap>→</KeyCap> {t('key.headset')} <KeyCap>P</KeyCap> {t('key.toClass')}{' '}
          {children !== undefined && (
            <>
              <KeyCap>A</KeyCap> {t('key.attention')}{' '}
            </>
          )}
          <KeyCap>Esc</KeyCap> {t('key.all')}
        </p>
      </aside>
    </div>
  );
}

function Charge({ headset: { battery, isLinked } }: { headset: Headset }): React.JSX.Element | null {
  const { t } = useTranslation('fleet');
  const format = useFormat();
  const level = battery?.level ?? null;
  if (level === null) return null;
  return (
    <BatteryGlyph
      level={level}
      isCharging={battery?.isCharging === true}
      isOld={!isLinked}
      figure={format.percent(level / 100)}
      label={t('battery')}
    />
  );
}

type StepProps = { to: string | undefined; side: 'before' | 'after'; onGo: (id: string) => void };

function Step({ to, side, onGo }: StepProps): React.JSX.Element | null {
  const { t } = useTranslation('views');
  const name = useFleet(({ byId }) => (to === undefined ? null : (byId[to]?.label ?? '')));
  if (to === undefined || name === null) return null;
  const Icon = side === 'before' ? IconChevronLeft : IconChevronRight;
  const icon = <Icon className="i s" aria-hidden="true" />;
  return (
    <Button
      variant="default"
      size="lg"
      className="step"
      aria-label={t(side, { name })}
      onClick={() => onGo(to)}
      {...(side === 'before' ? { leftSection: icon } : { rightSection: icon })}
    >
      {name}
    </Button>
  );
}

type NearProps = { id: string; isThis: boolean; onGo: (id: string) => void };

function Near({ id, isThis, onGo }: NearProps): React.JSX.Element {
  const name = useFleet(({ byId }) => byId[id]?.label ?? '');
  const state = useHeadsetState(id)?.state;
  return (
    <button type="button" className="view-mini" aria-current={isThis} onClick={() => onGo(id)}>
      <SmallPicture id={id} />
      <span className="row">
        <b className="cut">{name}</b>
        {state !== undefined && <StateGlyph state={state} />}
      </span>
    </button>
  );
}
