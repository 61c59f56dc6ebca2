import type { TFunction } from 'i18next';

import type { DriftField } from '../../../shared/contract/configuration/drift.ts';
import { DEPLOYMENT_STATUSES } from '../../../shared/contract/configuration/settings/settings-entries.ts';
import type { DeviceEvent } from '../../../shared/contract/devices/events.ts';
import { MAC_SOURCES } from '../../../shared/contract/network/resolve-mac.ts';
import type { HeadsetState } from '../../../shared/domain/devices/headset-state.ts';
import type { Formatters } from '../../copy/format.ts';
import type { CodeLabels } from '../../model/labels/code-labels.ts';
import type { CommandNames } from './command-names.ts';
import { isKnownType, type KnownType, plainType, TYPES } from './event-types.ts';

/** Texts of an event: its icon, what happened, and details if any. */
export type EventLabels = {
  readonly glyph: HeadsetState;
  readonly text: string;
  readonly detail: string | null;
  /** The code that the details explain. */
  readonly code: string | null;
};

/** Dependencies of the texts. */
export type EventTools = {
  readonly t: TFunction<'headset'>;
  readonly format: Formatters;
  readonly commands: CommandNames;
  /** Returns the name of a setting or an entry of a list. */
  readonly setting: (field: Pick<DriftField, 'path' | 'entry'>) => string;
  readonly codes: CodeLabels;
  /** Returns the name of a content, by its id. */
  readonly contentOf: (id: string) => string | null;
  /** Returns the name of a headset of the fleet. */
  readonly nameOf: (id: string) => string | null;
};

/** Returns the texts of an event. Pure. */
export function wordsOf(event: DeviceEvent, tools: EventTools): EventLabels {
  const { type } = event;
  const payload = event.payload ?? {};
  if (!isKnownType(type))
    return { glyph: 'enrolled', text: plainType(type), detail: inPairs(payload, tools), code: null };
  const isRefused = type === 'COMMAND_ANSWERED' && payload['accepted'] === false;
  const glyph = type === 'DEPLOYMENT_CHANGED' ? glyphOfChange(payload) : TYPES[type][1];
  return {
    glyph: isRefused ? 'failed' : glyph,
    text: isRefused ? tools.t('notObeyed') : tools.t(`event.${type}`),
    detail: detailOf(type, payload, tools),
    code: codeIn(type, payload, tools),
  };
}

/** Returns the code that was explained, for looking it up. */
function codeIn(type: KnownType, payload: Payload, { codes }: EventTools): string | null {
  const code = textOf(payload, 'reason');
  if (code === null || codes(code) === null) return null;
  // Events of the station have their own texts, except for answers of headsets.
  return type === 'COMMAND_ANSWERED' || STATION[type] === undefined ? code : null;
}

type Payload = Readonly<Record<string, unknown>>;

function detailOf(type: KnownType, payload: Payload, tools: EventTools): string | null {
  if (TYPES[type][0] === 'commands') return commandText(type, payload, tools);
  const ofStation = STATION[type];
  if (ofStation !== undefined) return ofStation(payload, tools);
  const { t, format } = tools;
  const subject = subjectOf(payload, tools);
  const revision = numberOf(payload, 'revision');
  if (revision !== null) return t('eventDetail.revision', { revision: format.number(revision) });
  const percent = numberOf(payload, 'level') ?? numberOf(payload, 'volume');
  if (percent !== null) return format.percent(percent / 100);
  const lasted = numberOf(payload, 'durationMs');
  const reason = textOf(payload, 'reason');
  const why = reason === null ? null : tools.codes(reason);
  const what = subject ?? textOf(payload, 'name');
  if (why !== null) return what === null ? why : t('eventDetail.because', { what, why });
  const reported = [what, lasted === null ? reason : format.duration(lasted)].filter((part) => part !== null);
  return reported.length === 0 ? inPairs(payload, tools) : reported.join(', ');
}

/** Returns its subject: the app, else the content, by name if known. */
function subjectOf(payload: Payload, { contentOf }: EventTools): string | null {
  const id = textOf(payload, 'packageName') ?? textOf(payload, 'contentId');
  return id === null ? null : (contentOf(id) ?? id);
}

type ToText = (payload: Payload, tools: EventTools) => string | null;

/** Texts for events of the station other than those about commands. */
const STATION: Readonly<Partial<Record<KnownType, ToText>>> = {
  INVENTORY_CHANGED: inventoryText,
  DEPLOYMENT_CHANGED: changeText,
  SETTINGS_DRIFTED: (payload, tools) => driftText(payload, tools),
  DRIFT_ENDED: () => null,
  PROFILE_APPLIED: (payload, { t }) =>
    t('eventDetail.profile', { name: textOf(payload, 'name') ?? '–', version: numberOf(payload, 'version') }),
  PROFILE_NOT_APPLIED: profileProblem,
  DEVICE_ENROLLED: enrolmentText,
  DEVICE_UNENROLLED: (payload) => textOf(payload, 'androidId'),
  DEVICE_DELETED: (payload) => textOf(payload, 'label') ?? textOf(payload, 'androidId'),
  DEVICE_REPLACED: (payload, tools) => {
    const by = textOf(payload, 'replacedBy');
    return by === null ? null : tools.t('eventDetail.replacedBy', { name: headsetText(by, tools) });
  },
  DEVICE_ARCHIVED: (payload, { t }) => {
    const reason = GONE.find((each) => each === payload['reason']);
    return reason === undefined ? null : t(`eventDetail.gone.${reason}`);
  },
  DEVICE_RESTORED: () => null,
  UNENROLL_REQUESTED: () => null,
  VIEW_STARTED: () => null,
  MAC_RESOLVED: (payload, { t }) => {
    const source = MAC_SOURCES.find((each) => each === payload['source']);
    const from = source === undefined ? null : t(`macSource.${source}`);
    return [textOf(payload, 'macAddress'), from].filter((part) => part !== null).join(', ');
  },
};

/** Why a profile could not be applied to a headset. Sources: `KioskObstacle`, and `assignProfile` of the station. */
const PROFILE_TROUBLES = [
  'KIOSK_WITHOUT_APP',
  'KIOSK_APP_LEAVES',
  'KIOSK_APP_MISSING',
  'PACKAGE_NAME_CONFLICT',
] as const;

/** For a code that this screen does not know: the message for programs. */
function profileProblem(payload: Payload, { t }: EventTools): string {
  const code = PROFILE_TROUBLES.find((each) => each === payload['code']);
  const app = textOf(payload, 'packageName') ?? '–';
  const why = code === undefined ? textOf(payload, 'reason') : t(`eventDetail.profileNot.${code}`, { app });
  const what = textOf(payload, 'name');
  if (what === null || why === null) return what ?? why ?? '–';
  return t('eventDetail.because', { what, why });
}

/** Why the central removed a headset. Source: `archivedBecause` of sync. */
const GONE = ['DELETED', 'ARCHIVED', 'REPLACED', 'REASSIGNED', 'OTHER_ORGANISATION'] as const;

function commandText(type: KnownType, payload: Payload, { t, format, commands, codes }: EventTools): string {
  const name = commands(textOf(payload, 'event') ?? '');
  const after = numberOf(payload, 'afterMs');
  const until = textOf(payload, 'expiresAt');
  if (payload['accepted'] === false) {
    const reason = textOf(payload, 'reason');
    return reason === null ? name : t('eventDetail.because', { what: name, why: codes(reason) ?? reason });
  }
  if (after !== null && type === 'COMMAND_ANSWERED')
    return t('eventDetail.answered', { name, seconds: format.number(after / 1_000) });
  return until === null ? name : t('eventDetail.until', { name, when: format.moment(Date.parse(until)) });
}

function enrolmentText(payload: Payload, tools: EventTools): string | null {
  const androidId = textOf(payload, 'androidId');
  const replaces: unknown[] = Array.isArray(payload['replaces']) ? payload['replaces'] : [];
  const names = replaces.filter((id) => typeof id === 'string').map((id) => headsetText(id, tools));
  if (names.length === 0) return androidId;
  const instead = tools.t('eventDetail.insteadOf', { names: tools.format.list(names) });
  return androidId === null ? instead : `${androidId}, ${instead}`;
}

/** Returns the name of a headset; for an unknown one the beginning of its id. */
function headsetText(id: string, { nameOf }: EventTools): string {
  return nameOf(id) ?? id.slice(0, 8);
}

/** Maximum number of settings in a line. */
const MAX_SETTINGS = 4;

function driftText(payload: Payload, { t, format, setting }: EventTools): string | null {
  const fields: unknown = payload['fields'];
  const known = (Array.isArray(fields) ? fields : []).filter((field): field is DriftField => isField(field));
  const names = [...new Set(known.map(setting))];
  if (names.length === 0) return null;
  const rest = names.length - MAX_SETTINGS;
  const shown = names.slice(0, MAX_SETTINGS);
  return format.list(rest > 0 ? [...shown, t('eventDetail.moreSettings', { count: rest })] : shown);
}

function isField(field: unknown): boolean {
  return typeof field === 'object' && field !== null && 'path' in field && typeof field.path === 'string';
}

function changeText(payload: Payload, tools: EventTools): string {
  const { t } = tools;
  const name = subjectOf(payload, tools) ?? '–';
  const to = DEPLOYMENT_STATUSES.find((status) => status === payload['to']);
  return to === undefined ? name : t('eventDetail.deployment', { name, status: t(`status.${to}`) });
}

function glyphOfChange(payload: Payload): HeadsetState {
  if (payload['to'] === 'INSTALLED') return 'ready';
  return payload['to'] === 'FAILED' ? 'failed' : 'applying';
}

function inventoryText(payload: Payload, { t }: EventTools): string | null {
  const counts: unknown = payload['counts'];
  if (typeof counts !== 'object' || counts === null) return null;
  const known = new Map<string, unknown>(Object.entries(counts));
  const parts = (['installed', 'updated', 'removed'] as const).flatMap((what) => {
    const count = known.get(what);
    return typeof count === 'number' && count > 0 ? [t(`eventDetail.${what}`, { count })] : [];
  });
  return parts.join(', ');
}

function textOf(payload: Payload, name: string): string | null {
  const value = payload[name];
  return typeof value === 'string' ? value : null;
}

function numberOf(payload: Payload, name: string): number | null {
  const value = payload[name];
  return typeof value === 'number' ? value : null;
}

/** Maximum length of a payload text in a line. */
const MAX_LETTERS = 160;

/** Returns an unknown payload as names and values; nested values are in the raw event. */
function inPairs(payload: Payload, { format }: EventTools): string | null {
  const pairs = Object.entries(payload).flatMap(([name, value]) => {
    if (typeof value === 'number') return `${name}: ${format.number(value)}`;
    return typeof value === 'string' || typeof value === 'boolean' ? `${name}: ${value}` : [];
  });
  const text = pairs.join(', ');
  if (text === '') return null;
  return text.length > MAX_LETTERS ? `${text.slice(0, MAX_LETTERS)}…` : text;
}
