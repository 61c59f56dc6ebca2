import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { DeviceEvent } from '../../../shared/contract/events.ts';
import type { HeadsetState } from '../../../shared/domain/headset-state.ts';
import { type Figures, useFigures } from '../../copy/figures.ts';
import { useCommandNames, type CommandNames } from './command-names.ts';

/** Kinds of events that a person looks for together. */
export const KINDS = ['use', 'content', 'commands', 'settings', 'life'] as const;
export type Kind = (typeof KINDS)[number];

/** The types that have words, by kind, each with its sign. Other types show as they were sent. */
const TYPES = {
  APP_STARTED: ['use', 'inUse'],
  APP_STOPPED: ['use', 'ready'],
  VIDEO_STARTED: ['use', 'inUse'],
  VIDEO_STOPPED: ['use', 'ready'],
  STREAM_STARTED: ['use', 'inUse'],
  STREAM_STATS: ['use', 'inUse'],
  STREAM_STOPPED: ['use', 'ready'],
  INVENTORY_CHANGED: ['content', 'ready'],
  DEPLOYMENT_CHANGED: ['content', 'applying'],
  DOWNLOAD_STARTED: ['content', 'applying'],
  DOWNLOAD_COMPLETED: ['content', 'ready'],
  DOWNLOAD_FAILED: ['content', 'failed'],
  APP_INSTALLED: ['content', 'ready'],
  APP_UNINSTALLED: ['content', 'ready'],
  CONTENT_REMOVED: ['content', 'ready'],
  COMMAND_ANSWERED: ['commands', 'ready'],
  COMMAND_UNANSWERED: ['commands', 'failed'],
  COMMAND_QUEUED: ['commands', 'queued'],
  COMMAND_EXPIRED: ['commands', 'attention'],
  SETTINGS_APPLIED: ['settings', 'ready'],
  SETTINGS_DRIFTED: ['settings', 'drifted'],
  DRIFT_ENDED: ['settings', 'ready'],
  PROFILE_APPLIED: ['settings', 'applying'],
  PROFILE_NOT_APPLIED: ['settings', 'failed'],
  VOLUME_CHANGED: ['settings', 'ready'],
  DEVICE_STARTED: ['life', 'ready'],
  DEVICE_LOCKED: ['life', 'ready'],
  DEVICE_UNLOCKED: ['life', 'ready'],
  BATTERY_LOW: ['life', 'lowBattery'],
  CHARGING_STARTED: ['life', 'ready'],
  CHARGING_STOPPED: ['life', 'ready'],
  MAC_RESOLVED: ['life', 'ready'],
  DEVICE_ENROLLED: ['life', 'enrolled'],
  DEVICE_REPLACED: ['life', 'archived'],
  DEVICE_DELETED: ['life', 'archived'],
  DEVICE_UNENROLLED: ['life', 'waiting'],
  DEVICE_ARCHIVED: ['life', 'archived'],
  DEVICE_RESTORED: ['life', 'ready'],
  UNENROLL_REQUESTED: ['life', 'queued'],
  UNENROLLED: ['life', 'waiting'],
} as const satisfies Record<string, readonly [Kind, HeadsetState]>;

type KnownType = keyof typeof TYPES;

/** Every type that has words. */
export const KNOWN_TYPES = Object.keys(TYPES).filter(isKnownType);

/** The types of a kind. */
export function typesOf(kind: Kind): readonly string[] {
  return KNOWN_TYPES.filter((type) => TYPES[type][0] === kind);
}

/** One event in words: its sign, what happened, and the particulars where it has any. */
export type EventWords = {
  readonly glyph: HeadsetState;
  readonly says: string;
  readonly detail: string | null;
};

/** The words of events in the language in use. */
export function useEventWords(): {
  readonly of: (event: DeviceEvent) => EventWords;
  readonly type: (type: string) => string;
} {
  const { t } = useTranslation('headset');
  const figures = useFigures();
  const commands = useCommandNames();
  return useMemo(
    () => ({
      of: (event) => wordsOf(event, { t, figures, commands }),
      type: (type) => (isKnownType(type) ? t(`event.${type}`) : type),
    }),
    [t, figures, commands],
  );
}

type Tools = { readonly t: TFunction<'headset'>; readonly figures: Figures; readonly commands: CommandNames };

function wordsOf(event: DeviceEvent, tools: Tools): EventWords {
  const { type } = event;
  const payload = event.payload ?? {};
  if (!isKnownType(type)) return { glyph: 'enrolled', says: type, detail: summary(payload) };
  const glyph = type === 'DEPLOYMENT_CHANGED' ? glyphOfChange(payload) : TYPES[type][1];
  return { glyph, says: tools.t(`event.${type}`), detail: detailOf(type, payload, tools) };
}

type Payload = Readonly<Record<string, unknown>>;

function detailOf(type: KnownType, payload: Payload, { t, figures, commands }: Tools): string | null {
  const subject = textOf(payload, 'packageName') ?? textOf(payload, 'contentId');
  const lasted = numberOf(payload, 'durationMs');
  const kind = TYPES[type][0];
  if (kind === 'commands') {
    const name = commands(textOf(payload, 'event') ?? '');
    const after = numberOf(payload, 'afterMs');
    const until = textOf(payload, 'expiresAt');
    if (after !== null && type === 'COMMAND_ANSWERED')
      return t('eventDetail.answered', { name, seconds: figures.number(after / 1_000) });
    return until === null ? name : t('eventDetail.until', { name, when: figures.moment(Date.parse(until)) });
  }
  if (type === 'INVENTORY_CHANGED') return inventoryWords(payload, t);
  if (type === 'DEPLOYMENT_CHANGED') {
    const to = STATUSES.find((status) => status === payload['to']);
    const name = subject ?? '–';
    return to === undefined ? name : t('eventDetail.deployment', { name, status: t(`status.${to}`) });
  }
  if (type === 'MAC_RESOLVED') return textOf(payload, 'macAddress');
  if (type === 'DEVICE_ENROLLED') return textOf(payload, 'androidId');
  const revision = numberOf(payload, 'revision');
  if (revision !== null) return t('eventDetail.revision', { revision: figures.number(revision) });
  const level = numberOf(payload, 'level');
  if (level !== null) return figures.percent(level / 100);
  if (lasted !== null) return [subject, figures.duration(lasted)].filter((part) => part !== null).join(', ');
  return subject ?? textOf(payload, 'name') ?? textOf(payload, 'reason') ?? summary(payload);
}

const STATUSES = [
  'ASSIGNED',
  'DOWNLOADING',
  'INSTALLING',
  'INSTALLED',
  'OUTDATED',
  'FAILED',
  'REMOVING',
] as const;

function glyphOfChange(payload: Payload): HeadsetState {
  if (payload['to'] === 'INSTALLED') return 'ready';
  return payload['to'] === 'FAILED' ? 'failed' : 'applying';
}

function inventoryWords(payload: Payload, t: TFunction<'headset'>): string | null {
  const counts: unknown = payload['counts'];
  if (typeof counts !== 'object' || counts === null) return null;
  const known = new Map<string, unknown>(Object.entries(counts));
  const parts = (['installed', 'updated', 'removed'] as const).flatMap((what) => {
    const count = known.get(what);
    return typeof count === 'number' && count > 0 ? [t(`eventDetail.${what}`, { count })] : [];
  });
  return parts.join(', ');
}

function isKnownType(type: string): type is KnownType {
  return Object.hasOwn(TYPES, type);
}

function textOf(payload: Payload, name: string): string | null {
  const value = payload[name];
  return typeof value === 'string' ? value : null;
}

function numberOf(payload: Payload, name: string): number | null {
  const value = payload[name];
  return typeof value === 'number' ? value : null;
}

/** The longest text of a payload that stands in a line. */
const MOST_LETTERS = 160;

function summary(payload: Payload): string | null {
  const json = JSON.stringify(payload);
  if (json === '{}') return null;
  return json.length > MOST_LETTERS ? `${json.slice(0, MOST_LETTERS)}…` : json;
}
