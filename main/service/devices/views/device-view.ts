import { z } from 'zod';

import type { Device, DeviceListItem } from '../../../../shared/contract/devices/devices.ts';
import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import {
  contentPresenceSchema,
  downloadTaskSchema,
  installedPackageSchema,
  licenseSchema,
  mdmInfoSchema,
} from '../../../../shared/contract/devices/reported.ts';
import { withDeployments } from '../deployment/deployment.ts';
import { toInstant, toInstantOrNull } from '../../kernel/clock.ts';
import type { Vault } from '../../kernel/vault.ts';
import { liveCode } from '../codes/issue.ts';
import { isAvailableNow } from '../records/availability.ts';
import type { Enrolment } from '../registry/enrolments.ts';
import type { Records } from '../records/records.ts';
import type { Report } from '../registry/reports.ts';
import { toOrders } from '../registry/reported.ts';
import { parseSettings, toSettings } from '../records/settings-view.ts';
import type { DeviceListRow, DeviceRecord } from '../registry/store.ts';

const downloadsSchema = z.array(downloadTaskSchema);
const packagesSchema = z.array(installedPackageSchema);
const presenceSchema = z.array(contentPresenceSchema);
const metadataSchema = z.record(z.string(), z.record(z.string(), z.unknown()));

/** Parses a JSON column; a missing one gives `fallback`. */
function fromJson<Schema extends z.ZodType, Fallback>(
  text: string | null,
  schema: Schema,
  fallback: Fallback,
): z.output<Schema> | Fallback {
  return text === null ? fallback : schema.parse(JSON.parse(text));
}

/** Names that are needed for every device of one organisation or model. */
export type Names = {
  readonly enterprise: (id: EnterpriseId) => Device['enterprise'];
  readonly type: (record: DeviceRecord) => Device['type'];
};

/** Reads names from the store each time. */
function namesOf({ enterprises, types }: Records): Names {
  return {
    enterprise: (id) => ({ id, name: enterprises.find(id)?.name ?? '' }),
    type: ({ enterpriseId, typeId }) => (typeId === null ? null : (types.find(enterpriseId, typeId) ?? null)),
  };
}

/** Reads each name once. */
export function cachedNames(records: Records): Names {
  const { enterprise, type } = namesOf(records);
  const enterprises = new Map<string, Device['enterprise']>();
  const types = new Map<string | null, Device['type']>();
  return {
    enterprise: (id) => cache(enterprises, id, () => enterprise(id)),
    type: (record) => cache(types, record.typeId, () => type(record)),
  };
}

function cache<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}

/** The large parts of a record, stored as JSON text. */
type LargePart =
  | 'settings'
  | 'mdmInfo'
  | 'license'
  | 'downloads'
  | 'installedPackages'
  | 'contentPresence'
  | 'metadata';

/** Returns the record without its large parts. */
export function toSummary(
  records: Records,
  record: DeviceRecord,
  report: Report,
  names: Names,
): Omit<Device, LargePart> {
  const { core, codes } = records;
  const enrolment = records.enrolments.open(record.key);
  const code = record.androidId === null ? liveCode(codes, record.key, core.clock.now()) : undefined;
  return {
    id: record.id,
    label: record.label,
    description: record.description,
    enrollmentToken: record.enrollmentToken,
    enterprise: names.enterprise(record.enterpriseId),
    macAddress: record.macAddress,
    ...(record.androidId === null ? {} : { androidId: record.androidId }),
    temporaryVerificationCode:
      code === undefined ? null : { code: code.code, expiresAt: toInstant(code.expiresAtMs) },
    settingsRevision: record.settingsRevision,
    revision: record.revision,
    ...formerRevisionsOf(records, record),
    ...toAlias(records.devices.aliasOf(record.key)),
    type: names.type(record),
    isAvailable: isAvailableNow(core, record, report),
    isArchived: record.isArchived,
    replacedBy: record.replacedBy,
    lastHeartbeatAt: toInstantOrNull(report.lastHeartbeatAtMs),
    enrolledAt: toInstantOrNull(record.enrolledAtMs),
    enrolment: enrolment === undefined ? null : toEnrolment(enrolment),
    unenrollingSince: unenrollingSince(records, record),
    osVersion: record.osVersion,
    worn: report.worn,
  };
}

function toEnrolment({ id, startedAtMs, origin }: Enrolment): NonNullable<Device['enrolment']> {
  return { id, startedAt: toInstant(startedAtMs), ...(origin === null ? {} : { origin }) };
}

/** Returns the record for a headset, without who enrolled it. */
export function withoutOrigin(device: Device): Device {
  if (device.enrolment === null) return device;
  const { id, startedAt } = device.enrolment;
  return { ...device, enrolment: { id, startedAt } };
}

function toAlias(alias: string | undefined): { alias?: string } {
  return alias === undefined ? {} : { alias };
}

function formerRevisionsOf({ devices }: Records, { key }: DeviceRecord): Pick<Device, 'formerRevisions'> {
  const formerRevisions = devices.formerRevisions(key);
  return Object.keys(formerRevisions).length === 0 ? {} : { formerRevisions };
}

/**
 * Returns the full record of the interface, from what is stored and the current state. Without Wi-Fi passwords unless
 * `secrets` decrypts them.
 */
export function toDevice(
  records: Records,
  record: DeviceRecord,
  secrets?: { readonly vault: Vault },
): Device {
  const report = records.reports.report(record.key);
  const inventory = records.reports.inventory(record.key);
  const reported = {
    downloads: fromJson(inventory.downloads, downloadsSchema, []),
    installedPackages: fromJson(inventory.installedPackages, packagesSchema, []),
    contentPresence: fromJson(inventory.contentPresence, presenceSchema, []),
  };
  return {
    ...toSummary(records, record, report, namesOf(records)),
    settings: withDeployments(
      toSettings(parseSettings(record.settings), report, secrets?.vault),
      { ...reported, forgotten: toOrders(inventory, report.appliedRevision) },
      records.core.clock.now(),
    ),
    mdmInfo: fromJson(record.mdmInfo, mdmInfoSchema, null),
    license: fromJson(record.license, licenseSchema, null),
    ...reported,
    metadata: metadataSchema.parse(JSON.parse(record.metadata)),
  };
}

/** The part of a record that a station syncs: the desired state with its Wi-Fi passwords, and no reports. */
export function toRecord(records: Records, record: DeviceRecord) {
  const report = records.reports.report(record.key);
  return {
    ...toSummary(records, record, report, namesOf(records)),
    settings: toSettings(parseSettings(record.settings), NOTHING_REPORTED, records.core.vault),
    license: fromJson(record.license, licenseSchema, null),
    metadata: metadataSchema.parse(JSON.parse(record.metadata)),
  };
}

const NOTHING_REPORTED = { battery: null, storages: null };

/** Since when a headset is to be un-enrolled and has not confirmed it. */
export function unenrollingSince({ unenrolling }: Records, { key, isArchived }: DeviceRecord): string | null {
  return isArchived ? null : toInstantOrNull(unenrolling.get(key) ?? null);
}

/** Returns a row of the device list. */
export function toListItem(row: DeviceListRow): DeviceListItem {
  return {
    id: row.id,
    label: row.label,
    description: row.description,
    ...(row.android_id === null ? {} : { androidId: row.android_id }),
    enterprise: row.enterprise_id,
    isArchived: row.is_archived,
    replacedBy: row.replaced_by,
    ...toAlias(row.alias ?? undefined),
    lastHeartbeatAt: toInstantOrNull(row.last_heartbeat_at_ms),
  };
}
