import { Button, Skeleton } from '@mantine/core';
import {
  IconBolt,
  IconPlayerPause,
  IconPlayerPlay,
  IconUsb,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'wouter';

import '../start/enrol.css';
import '../../ui/styles/pages.css';
import './cable.css';
import type { CableHeadset, CableView } from '../../../shared/contract/enrolment/cable.ts';
import { NO_HUB } from '../../../shared/domain/enrolment/cable/ports.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { EmptyState } from '../../ui/parts/empty-state.tsx';
import { KeyCap } from '../../ui/parts/key-cap.tsx';
import { cartProgress, nameOf, type Place } from '../carts/cart-progress.ts';
import { deskPath } from '../carts/enrol-paths.ts';
import { useCarts, type EnrolCart } from '../carts/use-cart-places.ts';
import { useWindowTitle } from '../desk/use-window-title.ts';
import { readLabel } from '../labels/label-text.ts';
import { TallyRow } from '../places/tally-row.tsx';
import { useProvenPlaces } from '../places/use-proven-places.ts';
import { headsetsOf, needsAttention } from './cable-state.ts';
import { PortCard } from './port-card.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { RecipeDialog } from './recipe-dialog.tsx';
import { RecipePanel } from './recipe-panel.tsx';
import { useCable, useCableSounds } from './use-cable.ts';
import { useCableKeys } from './use-cable-keys.ts';

/** Prepares the headsets of a cart at a cable. */
export function CablePage(): React.JSX.Element {
  const { t } = useTranslation('carts');
  const [search] = useSearchParams();
  const isKnown = useFleet((fleet) => fleet.isKnown);
  const carts = useCarts().filter(({ cart }) => !cart.isPractice);
  const shown = carts.find(({ cart }) => cart.id === search.get('cart')) ?? carts[0];
  if (shown !== undefined) return <Cable key={shown.cart.id} cart={shown.cart} places={shown.places} />;
  if (!isKnown) return <Skeleton className="cable-body" height={320} />;
  return (
    <div className="lone-page">
      <EmptyState title={t('check.none')} text={t('sheet.noneText')}>
        <Button component={Link} href="/enrol">
          {t('sheet.toEnrol')}
        </Button>
      </EmptyState>
    </div>
  );
}

function Cable({ cart, places: heard }: { cart: EnrolCart; places: readonly Place[] }): React.JSX.Element {
  const { t } = useTranslation('cable');
  const places = useProvenPlaces(heard);
  const progress = cartProgress(places);
  const cable = useCable(cart.id);
  const sounds = useCableSounds(cable.view);
  const [chosen, setChosen] = useState<string | null>(null);
  const [dialog, setDialog] = useState<'recipe' | 'preview' | null>(null);
  const [said, setSaid] = useState('');
  useWindowTitle(t('title', { cart: cart.label }));
  const { view, recipe } = cable;
  const headsets = view === null ? [] : headsetsOf(view);

  const scan = (text: string): void => {
    const deviceId = readLabel(text)?.deviceId ?? null;
    const slot = deviceId === null ? undefined : useFleet.getState().byId[deviceId];
    if (slot === undefined) return setSaid(t('scanUnknown'));
    if (chosen === null) return setSaid(t('scanNoPort'));
    void cable.chooseSlot(chosen, slot.id).then((isTaken) => {
      if (isTaken) setSaid(t('scanned', { serial: chosen, slot: nameOf(slot) }));
    });
  };
  useCableKeys({
    headsets,
    chosen,
    onChoose: setChosen,
    onRetry: (serial) => void cable.retry(serial),
    onSounds: sounds.toggle,
    onLabel: scan,
  });

  const hasRecipe = typeof recipe?.recipe === 'object' && recipe.recipe !== null;
  const onRetry = (serial: string): void => void cable.retry(serial);
  const head = headline(view, hasRecipe, t);
  return (
    <>
      <header className="head">
        <div className="grow">
          <h1>{head.title}</h1>
          <p className="sub" role="status">
            {said === '' ? head.sub : said}
          </p>
        </div>
        <Tools
          cart={cart}
          cable={cable}
          sounds={sounds}
          hasRecipe={hasRecipe}
          onPreview={() => setDialog('preview')}
        />
      </header>
      <TallyRow places={places} progress={progress} shownId={null} pace={null} />
      <div className="cable-body">
        <div className="stack">
          {cable.refusal !== null && <RefusalNote refusal={cable.refusal} />}
          {view !== null && (
            <Hubs
              view={view}
              chosen={chosen}
              onChoose={setChosen}
              onRetry={onRetry}
              onAgain={cable.lookAgain}
            />
          )}
        </div>
        <aside className="stack">
          {recipe !== null && (
            <RecipePanel stored={recipe} headsets={headsets} onChange={() => setDialog('recipe')} />
          )}
          <Hints />
        </aside>
      </div>
      {dialog === 'recipe' && recipe !== null && (
        <RecipeDialog
          cart={cart}
          stored={recipe}
          onClose={() => setDialog(null)}
          onSaved={() => {
            setDialog(null);
            void cable.reloadRecipe();
          }}
        />
      )}
      {dialog === 'preview' && <PreviewDialog read={cable.preview} onClose={() => setDialog(null)} />}
    </>
  );
}

type ToolsProps = {
  cart: EnrolCart;
  cable: ReturnType<typeof useCable>;
  sounds: ReturnType<typeof useCableSounds>;
  hasRecipe: boolean;
  onPreview: () => void;
};

function Tools({ cart, cable, sounds, hasRecipe, onPreview }: ToolsProps): React.JSX.Element {
  const { t } = useTranslation(['cable', 'enrol']);
  const { view } = cable;
  const SoundIcon = sounds.isOn ? IconVolume : IconVolumeOff;
  const isRunning = view?.isRunning === true && view.cart === cart.id;
  return (
    <div className="tools enrol-tools">
      <button type="button" className="icon-btn" onClick={sounds.toggle} aria-pressed={sounds.isOn}>
        <SoundIcon className="i s" aria-hidden />
        <span className="enrol-tool-words">
          {t(sounds.isOn ? 'enrol:desk.soundOn' : 'enrol:desk.soundOff')}
        </span>
        <KeyCap>M</KeyCap>
      </button>
      <Button component={Link} href={deskPath(cart.id)} variant="default">
        {t('cable:byCode')}
      </Button>
      {hasRecipe && (
        <Button variant="default" onClick={onPreview}>
          {t('cable:preview')}
        </Button>
      )}
      <Button
        variant={isRunning ? 'default' : 'filled'}
        disabled={!isRunning && (!hasRecipe || view?.adb.state !== 'ready')}
        leftSection={
          isRunning ? (
            <IconPlayerPause className="i s" aria-hidden />
          ) : (
            <IconPlayerPlay className="i s" aria-hidden />
          )
        }
        onClick={() => void (isRunning ? cable.pause() : cable.start())}
      >
        {t(isRunning ? 'cable:pause' : 'cable:start')}
      </Button>
    </div>
  );
}

function Hints(): React.JSX.Element {
  const { t } = useTranslation('cable');
  return (
    <>
      <section className="note">
        <IconBolt className="i s" aria-hidden />
        <div className="small dim">{t('note')}</div>
      </section>
      <div className="cable-keys small faint">
        <span>
          <KeyCap>↑</KeyCap> <KeyCap>↓</KeyCap> {t('keyPort')}
        </span>
        <span>
          <KeyCap>N</KeyCap> {t('keyNext')}
        </span>
        <span>
          <KeyCap>R</KeyCap> {t('keyRetry')}
        </span>
      </div>
    </>
  );
}

type HubsProps = Omit<HubProps, 'hub' | 'name'> & { view: CableView; onAgain: () => Promise<void> };

function Hubs({ view, onAgain, ...chosen }: HubsProps): React.JSX.Element {
  const { t } = useTranslation('cable');
  return (
    <>
      {view.adb.state !== 'ready' && <NoAdb adb={view.adb} onAgain={() => void onAgain()} />}
      {view.hubs.map((hub, index) => (
        <Hub
          key={hub.id}
          hub={hub}
          name={hub.id === NO_HUB ? t('noHub') : t('hub', { number: index + 1 })}
          {...chosen}
        />
      ))}
      {view.adb.state === 'ready' && view.hubs.length === 0 && (
        <EmptyState title={t('nothing')} text={t('nothingSub')} />
      )}
      {view.away.length > 0 && <Away headsets={view.away} onRetry={chosen.onRetry} />}
    </>
  );
}

type HubProps = {
  hub: CableView['hubs'][number];
  name: string;
  chosen: string | null;
  onChoose: (serial: string) => void;
  onRetry: (serial: string) => void;
};

function Hub({ hub, name, chosen, onChoose, onRetry }: HubProps): React.JSX.Element {
  const { t } = useTranslation('cable');
  const plugged = hub.ports.filter(({ headset }) => headset !== null).length;
  const free = hub.ports.length - plugged;
  return (
    <section className="panel" aria-label={name}>
      <header>
        <IconUsb className="i" aria-hidden />
        <h2>{name}</h2>
        <span className="faint">{t('ports', { count: hub.ports.length })}</span>
        <span className="end small dim">
          {t('pluggedIn', { count: plugged })}
          {free > 0 && ` · ${t('freePorts', { count: free })}`}
        </span>
      </header>
      <ol className="cable-ports">
        {hub.ports.map(({ key, number, headset }) => (
          <PortCard
            key={key}
            number={number}
            headset={headset}
            isChosen={headset !== null && headset.serial === chosen}
            onChoose={() => headset !== null && onChoose(headset.serial)}
            onRetry={onRetry}
          />
        ))}
      </ol>
    </section>
  );
}

function Away({
  headsets,
  onRetry,
}: {
  headsets: readonly CableHeadset[];
  onRetry: (serial: string) => void;
}): React.JSX.Element {
  const { t } = useTranslation('cable');
  return (
    <section className="panel" aria-label={t('away')}>
      <header>
        <h2>{t('away')}</h2>
      </header>
      <ol className="cable-ports">
        {headsets.map((headset, index) => (
          <PortCard
            key={headset.serial}
            number={index + 1}
            headset={headset}
            isChosen={false}
            onChoose={() => undefined}
            onRetry={onRetry}
          />
        ))}
      </ol>
    </section>
  );
}

function NoAdb({ adb, onAgain }: { adb: CableView['adb']; onAgain: () => void }): React.JSX.Element {
  const { t } = useTranslation('cable');
  const known = (['linux', 'darwin', 'win32'] as const).find((each) => each === adb.platform) ?? 'other';
  return (
    <section className="note warn" role="status">
      <IconUsb className="i" aria-hidden />
      <div className="stack">
        <b>{t(adb.state === 'missing' ? 'adb.missing' : 'adb.failed')}</b>
        <p>{t('adb.missingText')}</p>
        <p>{adb.state === 'missing' ? t(`adb.${known}`) : <code>{adb.words}</code>}</p>
        <Button variant="default" onClick={onAgain}>
          {t('adb.again')}
        </Button>
      </div>
    </section>
  );
}

/** What is to be done about the step that failed. */
function whatToDo(steps: CableHeadset['steps'], t: TFunction<'cable'>): string {
  const { failure = null, advice = null } = steps.find(({ state }) => state === 'failed') ?? {};
  if (advice !== null) return t(`advice.${advice}`);
  return failure === null ? t('retry') : t(`failure.${failure}`);
}

function asSentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

/** What hands do next. */
function headline(
  view: CableView | null,
  hasRecipe: boolean,
  t: TFunction<'cable'>,
): { readonly title: string; readonly sub: string } {
  const headsets = view === null ? [] : headsetsOf(view);
  const waiting = headsets.filter(needsAttention);
  if (waiting.length > 0) {
    const subs = new Set(
      waiting.map(({ state, slot, serial, steps }) =>
        state === 'failed'
          ? `${slot?.label ?? serial}: ${whatToDo(steps, t)}`
          : t(`next.${state === 'running' ? 'queued' : state}`),
      ),
    );
    return {
      title: t('attention', { count: waiting.length }),
      sub: [...subs].slice(0, 3).map(asSentence).join(' '),
    };
  }
  const working = headsets.filter(({ state }) => ['running', 'queued', 'enrolled'].includes(state));
  if (working.length > 0) return { title: t('working', { count: working.length }), sub: t('workingSub') };
  if (!hasRecipe) return { title: t('nothing'), sub: t('recipeFirst') };
  const ready = headsets.filter(({ state }) => state === 'ready');
  if (ready.length > 0) return { title: t('allReady', { count: ready.length }), sub: t('allReadySub') };
  const free = headsets.filter(({ state }) => state === 'free');
  if (free.length > 0) return { title: t('plugged', { count: free.length }), sub: t('pluggedSub') };
  return { title: t('nothing'), sub: t('nothingSub') };
}
