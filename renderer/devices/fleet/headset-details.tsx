import { Button, Skeleton } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { z } from 'zod';

import { type Device, getDevice } from '../../../shared/contract/devices/devices.ts';
import { listEvents } from '../../../shared/contract/devices/events.ts';
import { lastSeenAtMs } from '../../../shared/domain/devices/headset-state.ts';
import { useFormat } from '../../copy/format.ts';
import { lazyWorded } from '../../copy/lazy-worded.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { BatteryGlyph } from '../../ui/headset/battery-glyph.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { Fact } from '../../ui/page/fact.tsx';
import { addressFor } from '../../model/fleet/selection-address.ts';
import { pathOfHeadset } from '../../model/fleet/headset-path.ts';
import { useMay } from '../../service/session.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { useSyncFacts } from '../../model/station/sync-facts.ts';
import { useHeadsetLabels, useLastSeen, type HeadsetLabels } from '../../model/fleet/headset-labels.ts';
import { SyncMarkOf } from '../selection/sync-mark.tsx';
import { isRepairable } from '../selection/use-repair.ts';

const EventName = lazyWorded(async () => (await import('../selection/event-name.tsx')).EventName);
const SeePanel = lazyWorded(async () => (await import('../views/see-panel.tsx')).SeePanel);
const DriftNote = lazyWorded(async () => (await import('../selection/drift-note.tsx')).DriftNote);

type Events = z.infer<typeof listEvents.reply>['items'];

/** Details of one headset: its state and next step, facts, newest events. */
export function HeadsetDetails({ id }: { id: string }): React.JSX.Element | null {
  const labels = useHeadsetLabels(id);
  const { t } = useTranslation('fleet');
  const isTechnician = useMay('technician');
  const record = useRecord(id, labels?.headset.lastHeartbeatAt ?? null);
  if (labels === null) return null;
  return (
    <div className="in stack details">
      <p className="step">{labels.step}</p>
      <Suspense fallback={<Skeleton height={48} />}>
        <SeePanel id={id} />
      </Suspense>
      {isTechnician && isRepairable(labels.headset, labels.state) && (
        <Suspense fallback={<Skeleton height={96} />}>
          <DriftNote id={id} />
        </Suspense>
      )}
      <Facts labels={labels} device={record.device} />
      {record.refusal !== null && <RefusalNote refusal={record.refusal} />}
      <div className="row wrap">
        <Button size="compact-sm" component={Link} href={pathOfHeadset(id)}>
          {t('openPage')}
        </Button>
        {isTechnician && (
          <SmallButton component={Link} href={addressFor('/configure/settings', [id])}>
            {t('configureOne')}
          </SmallButton>
        )}
        <SmallButton
          component={Link}
          href={isTechnician ? `/configure/history?device=${id}` : pathOfHeadset(id, 'history')}
        >
          {t('history')}
        </SmallButton>
      </div>
      <NewestEvents events={record.events} />
    </div>
  );
}

function Facts({ labels, device }: { labels: HeadsetLabels; device: Device | null }): React.JSX.Element {
  const { t } = useTranslation(['fleet', 'common']);
  const format = useFormat();
  const { headset } = labels;
  const unknown = t('common:notKnown');
  const { battery, storage } = headset;
  const level = battery?.level ?? null;
  return (
    <dl className="facts">
      <Fact name={t('fleet:inspector.slot')}>{useSlotText(labels)}</Fact>
      <Fact name={t('fleet:inspector.model')}>{headset.model ?? unknown}</Fact>
      <Fact name={t('fleet:inspector.battery')}>
        {level === null ? (
          unknown
        ) : (
          <BatteryGlyph
            level={level}
            isCharging={battery?.isCharging === true}
            isOld={labels.isOld}
            label={labels.battery}
            figure={
              battery?.isCharging === true
                ? t('fleet:inspector.charging', { percent: labels.charge })
                : labels.charge
            }
          />
        )}
      </Fact>
      <Fact name={t('fleet:inspector.storage')}>
        {storage === null
          ? unknown
          : t('fleet:free', {
              free: format.size(storage.freeBytes),
              total: format.size(storage.totalBytes),
            })}
      </Fact>
      <Fact name={t('fleet:inspector.lastSeen')}>
        <LastSign labels={labels} />
      </Fact>
      <SyncFact id={headset.id} />
      <Fact name={t('fleet:inspector.link')}>
        {headset.isLinked ? t('fleet:inspector.linked') : t('fleet:inspector.notLinked')}
      </Fact>
      {headset.runningPackage !== null && (
        <Fact name={t('fleet:inspector.running')} className="mono">
          {headset.runningPackage}
        </Fact>
      )}
      <Fact name={t('fleet:inspector.revision')}>
        {headset.settingsRevision === 0
          ? t('fleet:inspector.revisionNone')
          : t('fleet:inspector.revisionValue', {
              applied: headset.appliedRevision ?? 0,
              wanted: headset.settingsRevision,
            })}
      </Fact>
      <Fact name={t('fleet:inspector.system')}>{device?.osVersion ?? unknown}</Fact>
      <Fact name={t('fleet:inspector.android')} className="mono">
        {headset.androidId ?? unknown}
      </Fact>
      <Fact name={t('fleet:inspector.mac')} className="mono">
        {device?.macAddress ?? unknown}
      </Fact>
      {headset.isPractice && (
        <Fact name={t('fleet:inspector.practice')}>{t('fleet:inspector.practiceValue')}</Fact>
      )}
    </dl>
  );
}

/** Its sync state; the screens of sync have the details. */
function SyncFact({ id }: { id: string }): React.JSX.Element | null {
  const { t } = useTranslation('fleet');
  const hasSyncMark = useSyncFacts((facts) => facts.marks.has(id));
  const isTechnician = useMay('technician');
  if (!hasSyncMark) return null;
  return (
    <Fact name={t('column.sync')}>
      {isTechnician ? (
        <Link href={`/sync/headsets?find=${id}`}>
          <SyncMarkOf id={id} hasWords />
        </Link>
      ) : (
        <SyncMarkOf id={id} hasWords />
      )}
    </Fact>
  );
}

function useSlotText({ headset }: HeadsetLabels): string {
  const { t } = useTranslation(['fleet', 'common']);
  const { cart, shelf, place } = headset;
  if (cart === null) return t('fleet:noCart');
  if (place === null) return cart.label;
  return shelf === null
    ? t('fleet:inspector.slotOfCart', { cart: cart.label, place })
    : t('fleet:inspector.slotOf', { cart: cart.label, shelf, place });
}

function LastSign({ labels }: { labels: HeadsetLabels }): React.JSX.Element {
  const { t } = useTranslation('common');
  const format = useFormat();
  const age = useLastSeen(labels.headset.id);
  const received = lastSeenAtMs(labels.headset);
  if (received === null) return <>{t('notKnown')}</>;
  return (
    <>
      {format.moment(received)} <span className="faint small">{t('ago', { duration: age })}</span>
    </>
  );
}

function NewestEvents({ events }: { events: Events | null }): React.JSX.Element {
  const { t } = useTranslation('fleet');
  const format = useFormat();
  return (
    <section className="events stack">
      <h3>{t('inspector.events')}</h3>
      {events === null && <Skeleton height={60} />}
      {events?.length === 0 && <p className="dim">{t('inspector.noEvents')}</p>}
      <Suspense fallback={<Skeleton height={60} />}>
        <ul className="log">
          {events?.map((event) => (
            <li key={event.eventId}>
              <span
                className="faint"
                title={event.clockSuspect === true ? t('inspector.suspect') : undefined}
              >
                {format.moment(event.clockSuspect === true ? Date.parse(event.receivedAt) : event.timestamp)}
              </span>
              <EventName event={event} />
            </li>
          ))}
        </ul>
      </Suspense>
    </section>
  );
}

/** Number of events in the details. */
const EVENTS_SHOWN = 10;

/** Minimum interval between two loads of the details, in ms, for headsets that report constantly. */
const READ_AGAIN_MS = 4_000;

type HeadsetRecord = {
  readonly device: Device | null;
  readonly events: Events | null;
  readonly refusal: Refusal | null;
};

/** Loads the full record and newest events, again after each contact. */
function useRecord(id: string, lastSeenAt: string | null): HeadsetRecord {
  const [record, setRecord] = useState<HeadsetRecord>({ device: null, events: null, refusal: null });
  const [readFor, setReadFor] = useState<string | null | undefined>(undefined);

  useEffect(() => {
    if (readFor === lastSeenAt) return;
    const controller = new AbortController();
    const delayMs = readFor === undefined ? 0 : READ_AGAIN_MS;
    const timer = setTimeout(() => {
      void readRecord(id, controller.signal).then((read) => {
        if (controller.signal.aborted) return;
        setRecord((before) => ({
          ...read,
          device: read.device ?? before.device,
          events: read.events ?? before.events,
        }));
        setReadFor(lastSeenAt);
      });
    }, delayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [id, lastSeenAt, readFor]);
  return record;
}

async function readRecord(id: string, signal: AbortSignal): Promise<HeadsetRecord> {
  const params = { deviceId: id };
  const [device, events] = await Promise.all([
    call(getDevice, { params, signal }),
    call(listEvents, { params, query: { limit: String(EVENTS_SHOWN) }, signal }),
  ]);
  const refusal = isRefused(device) ? device : isRefused(events) ? events : null;
  return {
    device: isRefused(device) ? null : device.reply,
    events: isRefused(events) ? null : events.reply.items,
    refusal,
  };
}
