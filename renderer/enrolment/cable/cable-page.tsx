import { Button, Skeleton } from '@mantine/core';
import {
  IconBolt,
  IconPlayerPause,
  IconPlayerPlay,
  IconVolume,
  IconVolumeOff,
  IconLayoutGrid,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'wouter';

import '../frame/enrol.css';
import '../../ui/styles/pages.css';
import './cable.css';
import { blockedBy } from '../../ui/why/why.ts';
import { useFormat } from '../../copy/format.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { AdbElsewhereNote } from '../../model/notes/adb-elsewhere-note.tsx';
import { AdbWifiNote } from '../../model/notes/adb-wifi-note.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { LonePage } from '../../ui/parts/lone-page.tsx';
import { KeyCap } from '../../ui/parts/key-cap.tsx';
import { Panel } from '../../ui/parts/panel.tsx';
import { cartProgress, nameOf, type Slot } from '../cart/cart-progress.ts';
import { deskPath, describePath } from '../cart/enrol-paths.ts';
import { useCarts, type EnrolCart } from '../cart/use-cart-slots.ts';
import { useWindowTitle } from '../frame/use-window-title.ts';
import { readLabel } from '../cart/label-text.ts';
import { type CartPlan, planCart, slotNames, suggestCart } from '../cart/numbering.ts';
import { TallyRow } from '../slots/tally-row.tsx';
import { useProvenSlots } from '../slots/use-proven-slots.ts';
import { PairNote } from '../wireless/pair-note.tsx';
import { measureCablePace } from './cable-pace.ts';
import { headsetsOf } from './cable-state.ts';
import { HeadsetPanel } from './headset-panel.tsx';
import { headline } from './headline.ts';
import { Hubs } from './hubs/hubs.tsx';
import { cardId } from './hubs/port-card.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { RecipeDialog } from './recipe-dialog.tsx';
import { RecipePanel } from './recipe-panel.tsx';
import { useCable, useCableSounds } from './use-cable.ts';
import { useCableKeys } from './use-cable-keys.ts';
import type { CableHeadset } from '../../../shared/contract/enrolment/cable.ts';
import { addressFor } from '../../model/fleet/selection-address.ts';

/** Prepares the headsets of a cart at a cable. */
export function CablePage(): React.JSX.Element {
  const { t } = useTranslation(['carts', 'enrol']);
  const [search] = useSearchParams();
  const isKnown = useFleet((fleet) => fleet.isKnown);
  const all = useCarts();
  const carts = all.filter(({ cart }) => !cart.isPractice);
  const shown = carts.find(({ cart }) => cart.id === search.get('cart')) ?? carts[0];
  const [newId] = useState(() => crypto.randomUUID());
  if (shown !== undefined)
    return <Cable key={shown.cart.id} cart={shown.cart} slots={shown.slots} plan={null} />;
  if (!isKnown) return <Skeleton className="page-split cable-body" height={320} />;
  const planned = planFirstCart(all, t('enrol:describe.cartWord'));
  if (planned !== null) {
    const cart = { id: newId, label: planned.cart, isPractice: false };
    return <Cable key={newId} cart={cart} slots={[]} plan={planned} />;
  }
  return (
    <LonePage
      title={t('carts:check.none')}
      text={t('carts:sheet.noneText')}
      href="/enrol"
      action={t('carts:sheet.toEnrol')}
    />
  );
}

type CableProps = {
  cart: EnrolCart;
  slots: readonly Slot[];
  /** The slots of a cart that does not exist yet. */
  plan: CartPlan | null;
};

function Cable({ cart, slots: loaded, plan }: CableProps): React.JSX.Element {
  const { t } = useTranslation('cable');
  const format = useFormat();
  const slots = useProvenSlots(loaded);
  const progress = cartProgress(slots);
  const cable = useCable(cart, plan);
  const sounds = useCableSounds(cable.view);
  const [chosen, setChosen] = useState<string | null>(null);
  const [dialog, setDialog] = useState<'recipe' | 'preview' | null>(null);
  const [scanned, setScanned] = useState({ text: '', beside: '' });
  useWindowTitle(t('title', { cart: cart.label }));
  const { view, recipe } = cable;
  const headsets = view === null ? [] : headsetsOf(view);
  const isRunning = view?.isRunning === true && view.cart === cart.id;
  const nowMs = cable.readAtMs ?? 0;
  const shown = headsets.find(({ serial }) => serial === chosen);
  const hasRecipe = typeof recipe?.recipe === 'object' && recipe.recipe !== null;
  const head = headline({ view, hasRecipe, t, list: (names) => format.list(names) });

  // The result of a scan stays until the next action.
  const setScanText = (text: string): void => setScanned({ text, beside: head.sub });
  const scan = (text: string): void => {
    const deviceId = readLabel(text)?.deviceId ?? null;
    const slot = deviceId === null ? undefined : useFleet.getState().byId[deviceId];
    if (slot === undefined) return setScanText(t('scanUnknown'));
    if (chosen === null) return setScanText(t('scanNoPort'));
    setScanText('');
    void cable.chooseSlot(chosen, slot.id).then((isAssigned) => {
      if (isAssigned) setScanText(t('scanned', { serial: chosen, slot: nameOf(slot) }));
    });
  };
  useCableKeys({
    headsets,
    chosen,
    onChoose: (serial) => {
      setChosen(serial);
      document.getElementById(cardId(serial))?.focus();
    },
    onStart: () => void (isRunning ? cable.pause() : cable.start()),
    onRetry: (serial) => void cable.retry(serial),
    onSounds: sounds.toggle,
    onLabel: scan,
  });

  const onRetry = (serial: string, takesOver = false): void => void cable.retry(serial, takesOver);
  return (
    <>
      <header className="head">
        <div className="grow">
          <h1>{head.title}</h1>
          <p className="sub" role="status">
            {scanned.beside === head.sub && scanned.text !== '' ? scanned.text : head.sub}
          </p>
        </div>
        <Tools
          cart={cart}
          cable={cable}
          sounds={sounds}
          isRunning={isRunning}
          hasRecipe={hasRecipe}
          onPreview={() => setDialog('preview')}
        />
      </header>
      {plan === null && (
        <TallyRow
          slots={slots}
          progress={progress}
          shownId={null}
          pace={isRunning ? measureCablePace(headsets, nowMs) : null}
        />
      )}
      <div className="page-split cable-body">
        <div className="stack">
          {cable.refusal !== null && <RefusalNote refusal={cable.refusal} />}
          {cable.conflict !== null && (
            <p className="note bad" role="alert">
              {t(`conflict.${cable.conflict}`)}
            </p>
          )}
          {view !== null && (
            <Hubs
              view={view}
              chosen={chosen}
              onChoose={setChosen}
              onRetry={onRetry}
              onCheckAgain={cable.reload}
            />
          )}
        </div>
        <aside className="stack">
          <NextForReady headsets={headsets} />
          {plan !== null && <NewCart plan={plan} />}
          {shown !== undefined && <HeadsetPanel headset={shown} nowMs={nowMs} />}
          {recipe !== null && (
            <RecipePanel stored={recipe} headsets={headsets} onChange={() => setDialog('recipe')} />
          )}
          <PairNote />
          <AdbElsewhereNote headsets={slots.map(({ headset }) => headset)} />
          <AdbWifiNote headsets={slots.map(({ headset }) => headset)} />
          <Hints nextSlot={isRunning ? (view.nextSlot?.label ?? null) : null} />
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
  isRunning: boolean;
  hasRecipe: boolean;
  onPreview: () => void;
};

function Tools({ cart, cable, sounds, isRunning, hasRecipe, onPreview }: ToolsProps): React.JSX.Element {
  const { t } = useTranslation(['cable', 'enrol', 'common']);
  const { view } = cable;
  const SoundIcon = sounds.isOn ? IconVolume : IconVolumeOff;
  return (
    <div className="tools enrol-tools nowrap">
      <button type="button" className="icon-btn" onClick={sounds.toggle} aria-pressed={sounds.isOn}>
        <SoundIcon className="i s" aria-hidden />
        <span className="sr-narrow">{t(sounds.isOn ? 'enrol:desk.soundOn' : 'enrol:desk.soundOff')}</span>
        <KeyCap>M</KeyCap>
      </button>
      <div className="seg" role="group" aria-label={t('cable:how')}>
        <Link href={deskPath(cart.id)}>{t('cable:byCode')}</Link>
        <button type="button" aria-pressed>
          {t('cable:byCable')}
        </button>
      </div>
      {hasRecipe && (
        <Button variant="default" onClick={onPreview}>
          {t('cable:preview')}
        </Button>
      )}
      <Button
        variant={isRunning ? 'default' : 'filled'}
        {...blockedBy(
          !isRunning && (cable.recipe === null || view?.adb.state !== 'ready') && t('cable:notReady'),
        )}
        leftSection={
          isRunning ? (
            <IconPlayerPause className="i s" aria-hidden />
          ) : (
            <IconPlayerPlay className="i s" aria-hidden />
          )
        }
        rightSection={<KeyCap>{t('common:key.space')}</KeyCap>}
        onClick={() => void (isRunning ? cable.pause() : cable.start())}
      >
        {t(isRunning ? 'cable:pause' : 'cable:start')}
      </Button>
    </div>
  );
}

function Hints({ nextSlot }: { nextSlot: string | null }): React.JSX.Element {
  const { t } = useTranslation('cable');
  return (
    <>
      <section className="note">
        <IconBolt className="i s" aria-hidden />
        <div className="small dim">
          {t('note')} {nextSlot !== null && t('nextSlot', { slot: nextSlot })}
          <p>{t('notShown')}</p>
        </div>
      </section>
      <div className="row wrap roomy small faint">
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

/** Returns the suggested first cart; null if its names are in use, so that a person has to describe it. */
function planFirstCart(carts: ReturnType<typeof useCarts>, word: string): CartPlan | null {
  const taken = new Set(carts.flatMap(({ slots }) => slots.map(({ headset }) => nameOf(headset))));
  const labels = carts.map(({ cart }) => cart.label);
  const planned = planCart(suggestCart(labels, word, taken), taken);
  return 'plan' in planned ? planned.plan : null;
}

/** Which cart the start creates, and where to describe another one. */
function NewCart({ plan }: { plan: CartPlan }): React.JSX.Element {
  const { t } = useTranslation(['cable', 'fleet']);
  const names = slotNames(plan);
  return (
    <section className="note">
      <IconLayoutGrid className="i s" aria-hidden />
      <div className="small dim">
        {t('cable:newCart', { cart: plan.cart, count: plan.count, first: names[0], last: names.at(-1) })}{' '}
        <Link href={describePath(null)}>{t('fleet:empty.describe')}</Link>
      </div>
    </section>
  );
}

/** What follows for the headsets that are ready, once no other one is being prepared; nothing before. */
function NextForReady({ headsets }: { headsets: readonly CableHeadset[] }): React.JSX.Element | null {
  const { t } = useTranslation(['enrol', 'cable']);
  const isWorking = headsets.some(({ state }) => ['running', 'queued', 'enrolled'].includes(state));
  const ids = headsets.flatMap(({ state, slot }) => (state === 'ready' && slot !== null ? [slot.id] : []));
  if (isWorking || ids.length === 0) return null;
  return (
    <Panel title={t('enrol:next.label')}>
      <div className="in stack">
        <p className="small dim">{t('cable:afterReady')}</p>
        <Button
          component={Link}
          href={addressFor('/configure/kiosk', ids)}
          className="on-primary"
          variant="filled"
        >
          {t('enrol:done.kiosk', { count: ids.length })}
        </Button>
      </div>
    </Panel>
  );
}
