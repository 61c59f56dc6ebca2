import type { Headset } from '../../../../shared/contract/devices/fleet.ts';
import type { Unconfirmed } from '../../../../shared/contract/devices/unconfirmed.ts';
import type { Acceptance } from '../../../../shared/contract/enrolment/carts.ts';
import { batteryInfoSchema } from '../../../../shared/contract/configuration/settings/settings.ts';
import { toCsv } from '../../../../shared/domain/kernel/csv.ts';
import { contentsOf, deploymentOf } from '../../devices/deployment/index.ts';
import type { Compliance } from '../../devices/comparison/index.ts';
import { unconfirmedOf } from '../check-in/unconfirmed.ts';
import { isOnline } from '../../../../shared/domain/devices/headset-state.ts';
import { hasPendingSettings, openReasons } from '../../../../shared/domain/devices/confirmed.ts';
import { toInstant, toInstantOrNull } from '../../kernel/clock.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { musterMetadata } from '../../devices/metadata/index.ts';
import { complianceOf, toHeadset } from '../../devices/views/index.ts';
import { profileWaiting, type ProfileStore } from '../../configuration/index.ts';
import type { PreparedHeadset } from './cable-store.ts';

/** Returns a row of the acceptance sheet, as of now. */
export function toAcceptance(
  records: Records,
  profiles: ProfileStore,
  record: DeviceRecord,
  prepared?: PreparedHeadset,
): Acceptance {
  const { types, reports, compliance: complianceStore } = records;
  const report = reports.report(record.key);
  const inventory = reports.inventory(record.key);
  const { effective } = complianceStore.find(record.key);
  const compliance = complianceOf(records, record, { report, inventory, effective });
  const type = record.typeId === null ? undefined : types.find(record.enterpriseId, record.typeId);
  const place = musterMetadata(record.metadata);
  const contents = contentsOf(compliance.wanted).map(({ kind, entry }) => ({
    kind,
    entry,
    deployment: deploymentOf(entry, kind, compliance.view),
  }));
  const { kioskMode } = compliance.wanted;
  const kiosk = kioskMode?.isActive === true ? (kioskMode.packageName ?? null) : null;
  const reported = compliance.effective?.kioskMode;
  const profile = profileOf(records, profiles, record);
  const headset = toHeadset(records, record);
  const open = openReasons(headset, allUnconfirmed(headset, compliance)).map((reason) =>
    reason.code === 'PROFILE_WAITS' ? { ...reason, subject: profile?.name ?? null } : reason,
  );
  return {
    id: record.id,
    label: record.label,
    cart: place?.group?.label ?? null,
    place: place?.place ?? null,
    macAddress: record.macAddress,
    androidId: record.androidId,
    brand: type?.brand ?? null,
    model: type?.name ?? null,
    firmware: record.osVersion,
    apps: contents
      .filter(({ kind }) => kind === 'application')
      .map(({ entry, deployment }) => ({
        name: entry.packageName ?? entry.id ?? '',
        versionCode: deployment?.installedVersionCode ?? entry.codeVersion ?? null,
        status: deployment?.status ?? 'REMOVED',
      })),
    kiosk,
    isKioskConfirmed:
      reported === undefined || kiosk === null ? null : reported.isActive && reported.packageName === kiosk,
    battery:
      report.battery === null ? null : (batteryInfoSchema.parse(JSON.parse(report.battery)).level ?? null),
    wifi: (compliance.wanted.wifi ?? []).map(({ ssid }) => ssid),
    profile,
    isConfirmed: open.length === 0,
    open,
    cable: cableOf(record, prepared),
    enrolledAt: toInstantOrNull(record.enrolledAtMs),
    lastHeartbeatAt: toInstantOrNull(report.lastHeartbeatAtMs),
    isOnline: isOnline(headset, records.core.clock.now()),
  };
}

/** Returns the work done by cable, only for the headset that is in the slot now. */
function cableOf(record: DeviceRecord, prepared: PreparedHeadset | undefined): Acceptance['cable'] {
  if (prepared === undefined || prepared.preparedAtMs === null || record.androidId === null) return null;
  if ((record.enrolledAtMs ?? 0) < prepared.begunAtMs) return null;
  const steps = prepared.steps.flatMap(({ step, state }) =>
    state === 'done' || state === 'unchanged' ? [{ step, isUnchanged: state === 'unchanged' }] : [],
  );
  return { serial: prepared.serial, preparedAt: toInstant(prepared.preparedAtMs), steps };
}

/** Returns everything that the last report leaves open; the tile has only the most important of it. */
function allUnconfirmed(headset: Headset, compliance: Compliance): readonly Unconfirmed[] {
  const { unconfirmed } = headset;
  if (unconfirmed === null) return [];
  const all = unconfirmedOf(compliance, !hasPendingSettings(headset));
  return all.length === 0 ? [unconfirmed] : all;
}

function profileOf(records: Records, profiles: ProfileStore, record: DeviceRecord): Acceptance['profile'] {
  const waiting = profileWaiting(records, profiles, record);
  if (waiting !== undefined) {
    const { id, name } = waiting.profile;
    return { id, name, version: null, reason: waiting.reason, app: waiting.app };
  }
  const input = records.slotProfiles.applied(record.key);
  const row = input === undefined ? undefined : profiles.findVersion(input.profileId, input.version);
  if (row === undefined) return null;
  return { id: row.id, name: row.name, version: row.version, reason: null, app: null };
}

/** Returns the sheet as CSV: one line per headset, with who accepted it and when. */
export function acceptanceCsv(
  items: readonly Acceptance[],
  { at, technician, station }: { readonly at: string; readonly technician: string; readonly station: string },
): string {
  const header = [
    'name',
    'cart',
    'place',
    'mac',
    'androidId',
    'model',
    'firmware',
    'apps',
    'kiosk',
    'kioskConfirmed',
    'batteryPercent',
    'wifi',
    'profile',
    'confirmed',
    'open',
    'cable',
    'enrolledAt',
    'lastHeardAt',
    'online',
    'technician',
    'station',
    'acceptedAt',
  ];
  const rows = items.map((item) => [
    item.label,
    item.cart,
    item.place,
    item.macAddress,
    item.androidId,
    item.model,
    item.firmware,
    item.apps
      .map(({ name, versionCode, status }) => `${name} ${versionCode ?? ''} ${status}`.replaceAll('  ', ' '))
      .join('; '),
    item.kiosk,
    item.isKioskConfirmed === null ? null : String(item.isKioskConfirmed),
    item.battery,
    item.wifi.join('; '),
    item.profile === null ? null : `${item.profile.name} ${item.profile.version ?? ''}`.trim(),
    String(item.isConfirmed),
    item.open.map(({ code, subject }) => (subject === null ? code : `${code} ${subject}`)).join('; '),
    cableText(item.cable),
    item.enrolledAt,
    item.lastHeartbeatAt,
    String(item.isOnline),
    technician,
    station,
    at,
  ]);
  return toCsv([header, ...rows]);
}

/** Formats serial number and steps; steps without changes are in brackets. */
function cableText(cable: Acceptance['cable']): string | null {
  if (cable === null) return null;
  const steps = cable.steps.map(({ step, isUnchanged }) => (isUnchanged ? `(${step})` : step));
  return `${cable.serial}: ${steps.join(' ')}`;
}
