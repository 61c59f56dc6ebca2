import { Button } from '@mantine/core';
import { IconAdjustments, IconChevronLeft, IconChevronRight, IconInfoCircle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';

import '../../ui/styles/pages.css';
import './headset.css';
import type { Device } from '../../../shared/contract/devices/devices.ts';
import { useFormat } from '../../copy/format.ts';
import { useIsLimited, useMay } from '../../service/session.ts';
import { BatteryGlyph } from '../../ui/headset/battery-glyph.tsx';
import { KeyCap } from '../../ui/parts/key-cap.tsx';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { addressFor } from '../../model/fleet/selection-address.ts';
import { nameOfItem } from '../../model/content/library.ts';
import { useAppNames } from '../../model/content/use-app-names.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { useHeadsetLabels, useLastSeen, type HeadsetLabels } from '../../model/fleet/headset-labels.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { useShortcuts } from '../../ui/parts/shortcuts.ts';
import { CommandsTab } from '../commands/commands-tab.tsx';
import { ContentTab } from '../contents/content-tab.tsx';
import { contentNames } from '../contents/deployments.ts';
import { NO_NAMES } from '../record/event-labels.ts';
import { EventsTab } from '../history/events-tab.tsx';
import { DeletedPage } from './deleted-page.tsx';
import { pathOfHeadset, type Tab, TABS, tabOf } from '../../model/fleet/headset-path.ts';
import { HistoryTab } from '../history/history-tab.tsx';
import { MetadataTab } from '../contents/metadata-tab.tsx';
import { Overview } from './overview.tsx';
import { RecordTab } from './record-tab.tsx';
import { ReplacedNetworkNote } from './replaced-network-note.tsx';
import { HeadsetProblems } from './headset-problems.tsx';
import { isDeleted, useRecord, type HeadsetRecord } from '../record/use-record.ts';
import { useCartChoice } from '../../model/fleet/cart-choice.ts';
import { useFleetList } from '../../model/fleet/fleet-list-store.ts';

/** Everything about one headset: `/fleet/{id}` and its tabs. */
export function HeadsetPage({ params }: { params: { deviceId: string; tab?: string } }): React.JSX.Element {
  const { deviceId, tab } = params;
  const isKnown = useFleet((fleet) => fleet.isKnown);
  const isPresent = useFleet((fleet) => fleet.byId[deviceId] !== undefined);
  if (!isKnown) return <div className="page fill" aria-busy="true" />;
  // A headset of another organisation, or an unknown one, is not in the fleet.
  if (!isPresent) return <DeletedPage key={deviceId} id={deviceId} />;
  return <LivePage key={deviceId} id={deviceId} tab={tabOf(tab)} />;
}

function LivePage({ id, tab }: { id: string; tab: Tab }): React.JSX.Element | null {
  const labels = useHeadsetLabels(id);
  const record = useRecord(id);
  const [, navigate] = useLocation();
  const { before, after } = useNeighbours(id);
  const isTechnician = useMay('technician');
  const configure = (): void => navigate(addressFor('/configure/settings', [id]));
  useShortcuts({
    c: () => isTechnician && labels?.headset.isArchived === false && configure(),
    arrowleft: () => before !== null && navigate(pathOfHeadset(before, tab)),
    arrowright: () => after !== null && navigate(pathOfHeadset(after, tab)),
  });
  if (labels === null || isDeleted(record.query)) return <DeletedPage id={id} />;
  return (
    <div className="page fill headset-page">
      <header className="head">
        <Title labels={labels} />
        <div className="tools">
          <Leaf id={before} tab={tab} side="before" />
          <Leaf id={after} tab={tab} side="after" />
          {isTechnician && !labels.headset.isArchived && (
            <Button
              variant="filled"
              className="on-primary"
              leftSection={<IconAdjustments className="i s" aria-hidden="true" />}
              rightSection={<KeyCap>C</KeyCap>}
              onClick={configure}
            >
              <ConfigureLabels />
            </Button>
          )}
        </div>
      </header>
      <Tabs id={id} tab={tab} device={record.query.reply} />
      <div className="page-body">
        <RoleHint />
        <HeadsetProblems labels={labels} />
        {record.query.reply !== null && <ReplacedNetworkNote device={record.query.reply} />}
        <Body labels={labels} record={record} tab={tab} />
      </div>
    </div>
  );
}

function ConfigureLabels(): React.JSX.Element {
  const { t } = useTranslation('fleet');
  return <>{t('configureOne')}</>;
}

type BodyProps = { labels: HeadsetLabels; record: HeadsetRecord; tab: Tab };

function Body({ labels, record, tab }: BodyProps): React.JSX.Element {
  const { query, updates } = record;
  const id = labels.headset.id;
  const device = query.reply;
  const { items } = useAppNames();
  const names = useMemo(() => {
    const apps = (items ?? []).flatMap((item) =>
      item.apk === null ? [] : [[item.apk.packageName, nameOfItem(item)] as const],
    );
    return new Map([...apps, ...(device === null ? NO_NAMES : contentNames(device))]);
  }, [device, items]);
  if (tab === 'events') return <EventsTab id={id} updates={updates} names={names} />;
  if (tab === 'commands') return <CommandsTab id={id} updates={updates} />;
  if (tab === 'history') return <HistoryTab id={id} updates={updates} />;
  return (
    <>
      <ReadingState query={query} lines={6} />
      {device !== null && tab === 'overview' && (
        <Overview labels={labels} device={device} updates={updates} />
      )}
      {device !== null && tab === 'content' && (
        <ContentTab device={device} updates={updates} isOld={labels.isOld} />
      )}
      {device !== null && tab === 'metadata' && <MetadataTab device={device} onWritten={query.put} />}
      {device !== null && tab === 'record' && <RecordTab device={device} />}
    </>
  );
}

function Title({ labels }: { labels: HeadsetLabels }): React.JSX.Element {
  const { t } = useTranslation('headset');
  const { headset, state, isOld } = labels;
  const level = headset.battery?.level ?? null;
  const received = useLastSeen(headset.id);
  return (
    <div className="grow">
      <nav className="crumb row snug dim small" aria-label={t('crumbs')}>
        <Link href="/fleet">{t('fleet')}</Link>
        <IconChevronRight className="i s" aria-hidden="true" />
        <span>{headset.cart?.label ?? t('noCart')}</span>
      </nav>
      <div className="headset-title row wrap baseline">
        <h1 className="long-name breaks">{labels.name}</h1>
        <span className={`status s-${state.state}`}>
          <StateGlyph state={state.state} />
          {labels.text}
        </span>
        {level !== null && (
          <BatteryGlyph
            level={level}
            isCharging={headset.battery?.isCharging === true}
            isOld={isOld}
            label={labels.battery}
            figure={labels.charge}
          />
        )}
        <span className="cut">{labels.model}</span>
        <span className={isOld ? 'faint' : 'dim'}>
          {received === '–' ? t('neverSeen') : t('lastSeen', { duration: received })}
        </span>
      </div>
    </div>
  );
}

type LeafProps = { id: string | null; tab: Tab; side: 'before' | 'after' };

/** Goes to the previous or next headset. */
function Leaf({ id, tab, side }: LeafProps): React.JSX.Element | null {
  const { t } = useTranslation(['headset', 'common']);
  const label = useFleet((fleet) => (id === null ? null : (fleet.byId[id]?.label ?? null)));
  if (id === null) return null;
  const name = label ?? t('common:unnamed');
  return (
    <Button
      component={Link}
      href={pathOfHeadset(id, tab)}
      variant="subtle"
      className="leaf"
      title={name}
      aria-label={t(`headset:leaf.${side}`, { name })}
      {...(side === 'before'
        ? { leftSection: <IconChevronLeft className="i s" aria-hidden="true" /> }
        : { rightSection: <IconChevronRight className="i s" aria-hidden="true" /> })}
    >
      {name}
    </Button>
  );
}

function Tabs({ id, tab, device }: { id: string; tab: Tab; device: Device | null }): React.JSX.Element {
  const { t } = useTranslation('headset');
  const format = useFormat();
  // Changes are of many headsets at a time.
  const isLimited = useIsLimited();
  const settings = device?.settings;
  const contents = [settings?.applications, settings?.videos, settings?.files].reduce(
    (sum, list) => sum + (list?.length ?? 0),
    0,
  );
  return (
    <nav className="page-tabs" aria-label={t('tabs')}>
      {TABS.filter((each) => each !== 'history' || !isLimited).map((each) => (
        <Link key={each} href={pathOfHeadset(id, each)} aria-current={each === tab ? 'page' : undefined}>
          {t(`tab.${each}`)}
          {each === 'content' && contents > 0 && <span className="faint"> {format.number(contents)}</span>}
        </Link>
      ))}
    </nav>
  );
}

/** The previous and next headset. Null at either end. */
type Neighbours = { readonly before: string | null; readonly after: string | null };

/** Returns the neighbours within a selection of several, else on the selected cart, else in the fleet. */
function useNeighbours(id: string): Neighbours {
  const order = useFleet((fleet) => fleet.order);
  const selected = useFleetList((list) => list.selected);
  const cartId = useCartChoice((choice) => choice.cartId);
  return useMemo(() => {
    const { byId } = useFleet.getState();
    const ofCart = order.filter((each) => byId[each]?.cart?.id === cartId);
    const chosen = order.filter((each) => selected.has(each));
    const list = chosen.length > 1 && selected.has(id) ? chosen : ofCart.includes(id) ? ofCart : order;
    const at = list.indexOf(id);
    if (at === -1) return { before: null, after: null };
    return { before: list[at - 1] ?? null, after: list[at + 1] ?? null };
  }, [id, order, selected, cartId]);
}

/** Explains to people without permission why there are no buttons, and where there are some. */
function RoleHint(): React.JSX.Element | null {
  const { t } = useTranslation('headset');
  const isTechnician = useMay('technician');
  if (isTechnician) return null;
  return (
    <div className="note" role="note">
      <IconInfoCircle className="i s" aria-hidden="true" />
      <div>
        {t('role.text')}{' '}
        <Link href="/class" className="plain-link">
          {t('role.toClass')}
        </Link>
      </div>
    </div>
  );
}
