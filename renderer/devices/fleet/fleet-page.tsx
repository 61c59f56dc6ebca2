import { Skeleton, useMantineTheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'wouter';

import { lazyPart } from '../../copy/lazy-worded.ts';
import './fleet.css';
import { pathOfHeadset } from '../../model/fleet/headset-path.ts';
import { useFeed } from '../../service/event-feed.ts';
import { useMay } from '../../service/session.ts';
import { fromAddress } from '../../model/fleet/selection-address.ts';
import { useShortcuts } from '../../ui/parts/shortcuts.ts';
import { FleetBar } from './fleet-bar.tsx';
import { EmptyFleet, NoMatch } from './fleet-empty.tsx';
import { CartStrips, FleetHead } from './fleet-head.tsx';
import { useAppNames } from '../../model/content/use-app-names.ts';
import { useFleetList } from '../../model/fleet/fleet-list-store.ts';
import { JustNow, NeedsYou } from './fleet-panels.tsx';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { useFleetView, useShown, type FleetView } from '../filters/fleet-view.ts';
import { NeedsAnnouncer } from './needs-announcer.tsx';
import { SelectionBar } from '../selection/selection-bar.tsx';
import { Table } from './table.tsx';
import { Wall } from './wall.tsx';

const Inspector = lazyPart(async () => (await import('./inspector.tsx')).Inspector);
const HeadsetDrawer = lazyPart(async () => (await import('./inspector.tsx')).HeadsetDrawer);

/** Fleet: the live wall or table of every headset. */
export function FleetPage(): React.JSX.Element {
  const isKnown = useFleet((fleet) => fleet.isKnown);
  const isEmpty = useFleet((fleet) => fleet.order.length === 0);
  if (!isKnown) return <ReadingFleet />;
  return isEmpty ? <EmptyFleet /> : <LiveFleet />;
}

function LiveFleet(): React.JSX.Element {
  const isTechnician = useMay('technician');
  const view = useFleetView();
  // Tiles and rows show app names.
  useAppNames();
  const shown = useShown(view);
  const scroller = useRef<HTMLDivElement>(null);
  const findField = useRef<HTMLInputElement>(null);
  const isWide = useMediaQuery('(min-width: 1600px)') ?? false;
  useFleetShortcuts(view, findField);
  const toList = (): void =>
    scroller.current?.querySelector<HTMLElement>('[role="listbox"], [role="grid"]')?.focus();
  usePruning();
  useAddressed(isTechnician);

  const open = useCallback(
    (id: string) => {
      if (!isWide) useFleetList.getState().open(id);
    },
    [isWide],
  );
  const List = view.view === 'table' ? Table : Wall;

  return (
    <div className="fleet fill">
      <FleetHead shown={shown} />
      <CartStrips shown={shown} />
      <FleetBar view={view} shown={shown} findField={findField} onToList={toList} />
      <div className="fleet-split">
        <div className="fleet-body" ref={scroller}>
          {shown.ids.length === 0 ? (
            <NoMatch view={view} hidden={shown.all.length} />
          ) : (
            <List
              key={view.view}
              ids={shown.ids}
              scroller={scroller}
              onOpen={open}
              canSelect={isTechnician}
            />
          )}
          {isWide && view.view === 'wall' && (
            <div className="fleet-below">
              <NeedsYou ids={shown.all} />
              <JustNow />
            </div>
          )}
        </div>
        {isWide ? (
          <Suspense fallback={<InspectorLoading />}>
            <Inspector />
          </Suspense>
        ) : (
          <OpenedHeadset />
        )}
      </div>
      {isTechnician && <SelectionBar />}
      <NeedsAnnouncer />
    </div>
  );
}

/** Reserves its space, with a description, until loaded. */
function InspectorLoading(): React.JSX.Element {
  const { t } = useTranslation('fleet');
  return (
    <aside className="panel inspector">
      <p className="in dim">{t('inspector.hint')}</p>
    </aside>
  );
}

function useFleetShortcuts(view: FleetView, findField: React.RefObject<HTMLInputElement | null>): void {
  const [, navigate] = useLocation();
  const openPage = (): void => {
    const { activeId } = useFleetList.getState();
    if (activeId !== null) navigate(pathOfHeadset(activeId));
  };
  useShortcuts({
    '/': () => findField.current?.focus(),
    t: () => view.change({ view: view.view === 'wall' ? 'table' : 'wall' }),
    escape: () => useFleetList.getState().clear(),
    o: openPage,
  });
}

/** Removes headsets that left the fleet from the selection. */
function usePruning(): void {
  const order = useFleet((fleet) => fleet.order);
  useEffect(() => {
    const shown = new Set(order);
    useFleetList.getState().retain((id) => shown.has(id));
  }, [order]);
}

/** Takes a selection from the URL, then resets the URL. */
function useAddressed(canSelect: boolean): void {
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const query = params.toString();
  useEffect(() => {
    const requested = new URLSearchParams(query);
    const on = requested.get('on');
    if (on === null) return;
    const { byId, order } = useFleet.getState();
    const ids = fromAddress(on, order).filter((id) => byId[id] !== undefined);
    if (canSelect) useFleetList.getState().select(ids);
    requested.delete('on');
    navigate(requested.size === 0 ? '/fleet' : `/fleet?${requested.toString()}`, { replace: true });
  }, [query, navigate, canSelect]);
}

/** Delay before a skeleton is shown, and before it is announced, in ms. */
const SKELETON_AFTER_MS = 300;
const WORDS_AFTER_MS = 4_000;

function ReadingFleet(): React.JSX.Element {
  const { t } = useTranslation('fleet');
  const theme = useMantineTheme();
  const total = useFeed((feed) => feed.total);
  const [stage, setStage] = useState<'nothing' | 'shape' | 'words'>('nothing');
  useEffect(() => {
    const shape = setTimeout(() => setStage('shape'), SKELETON_AFTER_MS);
    const words = setTimeout(() => setStage('words'), WORDS_AFTER_MS);
    return () => {
      clearTimeout(shape);
      clearTimeout(words);
    };
  }, []);

  return (
    <div className="fleet fill" aria-busy="true">
      <header className="head">
        <div>
          <h1>{t('titleLoading')}</h1>
          <p className="sub" role="status">
            {stage === 'words' && (total === null ? t('readingUnknown') : t('reading', { count: total }))}
          </p>
        </div>
      </header>
      {stage !== 'nothing' && (
        <div className="fleet-body skeleton-wall grid" aria-hidden="true">
          {Array.from({ length: 30 }, (_, index) => (
            <Skeleton key={index} height={102} radius={theme.defaultRadius} />
          ))}
        </div>
      )}
    </div>
  );
}

/** The drawer of a narrow window, loaded with the first headset. */
function OpenedHeadset(): React.JSX.Element | null {
  const isOpen = useFleetList((list) => list.openId !== null);
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense>
      <HeadsetDrawer />
    </Suspense>
  );
}
