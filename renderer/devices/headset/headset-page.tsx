import { Button } from '@mantine/core';
import { IconAdjustments, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';

import '../../ui/styles/pages.css';
import './headset.css';
import type { Device } from '../../../shared/contract/devices/devices.ts';
import { useFigures } from '../../copy/figures.ts';
import { useMay } from '../../service/session.ts';
import { BatteryGlyph } from '../../ui/headset/battery-glyph.tsx';
import { KeyCap } from '../../ui/parts/key-cap.tsx';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { addressFor } from '../../model/fleet/selection-address.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { useHeadsetLabels, useHeard, type HeadsetLabels } from '../../model/fleet/headset-labels.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { useShortcuts } from '../../ui/parts/shortcuts.ts';
import { CommandsTab } from '../commands/commands-tab.tsx';
import { ContentTab } from '../contents/content-tab.tsx';
import { contentNames } from '../contents/deployments.ts';
import { NO_NAMES } from '../history/event-labels.ts';
import { EventsTab } from '../history/events-tab.tsx';
import { GonePage } from './gone-page.tsx';
import { pathOfHeadset, type Tab, TABS, tabOf } from '../../model/fleet/headset-path.ts';
import { HistoryTab } from '../history/history-tab.tsx';
import { MetadataTab } from '../contents/metadata-tab.tsx';
import { Overview } from './overview.tsx';
import { RecordTab } from './record-tab.tsx';
import { RoleHint } from './role-hint.tsx';
import { HeadsetProblems } from './headset-problems.tsx';
import { useNeighbours } from './use-neighbours.ts';
import { isGone, useRecord, type HeadsetRecord } from './use-record.ts';

/** Everything about one headset: `/fleet/{id}` and its tabs. */
export function HeadsetPage({ params }: { params: { deviceId: string; tab?: string } }): React.JSX.Element {
  const { deviceId, tab } = params;
  const isKnown = useFleet((fleet) => fleet.isKnown);
  const isThere = useFleet((fleet) => fleet.byId[deviceId] !== undefined);
  if (!isKnown) return <div className="page" aria-busy="true" />;
  // A headset of another organisation, or an unknown one, is not in the fleet.
  if (!isThere) return <GonePage key={deviceId} id={deviceId} />;
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
  if (labels === null || isGone(record.reading)) return <GonePage id={id} />;
  return (
    <div className="page headset-page">
      <header className="head">
        <Title words={labels} />
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
      <Tabs id={id} tab={tab} device={record.reading.reply} />
      <div className="page-body">
        <RoleHint />
        <HeadsetProblems words={labels} />
        <Body words={labels} record={record} tab={tab} />
      </div>
    </div>
  );
}

function ConfigureLabels(): React.JSX.Element {
  const { t } = useTranslation('fleet');
  return <>{t('configureOne')}</>;
}

function Body({
  words,
  record,
  tab,
}: {
  words: HeadsetLabels;
  record: HeadsetRecord;
  tab: Tab;
}): React.JSX.Element {
  const { reading, news } = record;
  const id = words.headset.id;
  const device = reading.reply;
  const names = useMemo(() => (device === null ? NO_NAMES : contentNames(device)), [device]);
  if (tab === 'events') return <EventsTab id={id} news={news} names={names} />;
  if (tab === 'commands') return <CommandsTab id={id} news={news} />;
  if (tab === 'history') return <HistoryTab id={id} news={news} />;
  return (
    <>
      <ReadingState reading={reading} lines={6} />
      {device !== null && tab === 'overview' && <Overview words={words} device={device} news={news} />}
      {device !== null && tab === 'content' && <ContentTab device={device} news={news} isOld={words.isOld} />}
      {device !== null && tab === 'metadata' && <MetadataTab device={device} onWritten={reading.put} />}
      {device !== null && tab === 'record' && <RecordTab device={device} />}
    </>
  );
}

function Title({ words }: { words: HeadsetLabels }): React.JSX.Element {
  const { t } = useTranslation('headset');
  const { headset, state, isOld } = words;
  const level = headset.battery?.level ?? null;
  const received = useHeard(headset.id);
  return (
    <div className="grow">
      <nav className="crumb" aria-label={t('crumbs')}>
        <Link href="/fleet">{t('fleet')}</Link>
        <IconChevronRight className="i s" aria-hidden="true" />
        <span>{headset.cart?.label ?? t('noCart')}</span>
      </nav>
      <div className="headset-title">
        <h1 className="cut">{words.name}</h1>
        <span className={`status s-${state.state}`}>
          <StateGlyph state={state.state} />
          {words.says}
        </span>
        {level !== null && (
          <BatteryGlyph
            level={level}
            isCharging={headset.battery?.isCharging === true}
            isOld={isOld}
            label={words.battery}
            figure={words.charge}
          />
        )}
        <span className="cut">{words.model}</span>
        <span className={isOld ? 'faint' : 'dim'}>
          {received === '–' ? t('neverHeard') : t('heard', { duration: received })}
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
  const format = useFigures();
  const settings = device?.settings;
  const contents = [settings?.applications, settings?.videos, settings?.files].reduce(
    (sum, list) => sum + (list?.length ?? 0),
    0,
  );
  return (
    <nav className="page-tabs" aria-label={t('tabs')}>
      {TABS.map((each) => (
        <Link key={each} href={pathOfHeadset(id, each)} aria-current={each === tab ? 'page' : undefined}>
          {t(`tab.${each}`)}
          {each === 'content' && contents > 0 && <span className="faint"> {format.number(contents)}</span>}
        </Link>
      ))}
    </nav>
  );
}
