import { z } from 'zod';

import type { Device, DeviceListItem } from '../../../../shared/contract/devices.ts';
import {
  contentPresenceSchema,
  downloadTaskSchema,
  installedPackageSchema,
  licenseSchema,
  mdmInfoSchema,
} from '../../../../shared/contract/reported.ts';
import { withDeployments } from '../../../../shared/domain/deployment.ts';
import { toInstant, toInstantOrNull } from '../../clock.ts';
import type { Vault } from '../../vault.ts';
import { liveCode } from '../codes/index.ts';
import { availabilityOf } from './availability.ts';
import type { Records } from './records.ts';
import { toOrders } from './reported.ts';
import { parseSettings, toSettings } from './settings-view.ts';
import type { DeviceListRow, DeviceRecord } from './store.ts';

const downloadsSchema = z.array(downloadTaskSchema);
const packagesSchema = z.array(installedPackageSchema);
const presenceSchema = z.array(contentPresenceSchema);
const metadataSchema = z.record(z.string(), z.record(z.string(), z.unknown()));

/** Reads a JSON column; a missing one gives `fallback`. */
function fromJson<Schema extends z.ZodType, Fallback>(
  text: string | null,
  schema: Schema,
  fallback: Fallback,
): z.output<Schema> | Fallback {
  return text === null ? fallback : schema.parse(JSON.parse(text));
}

/**
 * The full record of the interface, put together from what is stored and what is true now. Wi-Fi passwords are left out
 * unless `secrets` opens them.
 */
export function toDevice(
  records: Records,
  record: DeviceRecord,
  secrets?: { readonly vault: Vault },
): Device {
  const { core, reports, types, enterprises, codes } = records;
  const nowMs = core.clock.now();
  const report = reports.report(record.key);
  const inventory = reports.inventory(record.key);
  const reported = {
    downloads: fromJson(inventory.downloads, downloadsSchema, []),
    installedPackages: fromJson(inventory.installedPackages, packagesSchema, []),
    contentPresence: fromJson(inventory.contentPresence, presenceSchema, []),
  };
  const code = record.androidId === null ? liveCode(codes, record.key, nowMs) : undefined;
  return {
    id: record.id,
    label: record.label,
    description: record.description,
    enrollmentToken: record.enrollmentToken,
    enterprise: { id: record.enterpriseId, name: enterprises.find(record.enterpriseId)?.name ?? '' },
    macAddress: record.macAddress,
    ...(record.androidId === null ? {} : { androidId: record.androidId }),
    temporaryVerificationCode:
      code === undefined ? null : { code: code.code, expiresAt: toInstant(code.expiresAtMs) },
    settings: withDeployments(
      toSettings(parseSettings(record.settings), report, secrets?.vault),
      { ...reported, forgotten: toOrders(inventory, report.appliedRevision) },
      nowMs,
    ),
    settingsRevision: record.settingsRevision,
    revision: record.revision,
    type: record.typeId === null ? null : (types.find(record.enterpriseId, record.typeId) ?? null),
    isAvailable: availabilityOf(core, record, report).isAvailable,
    isArchived: record.isArchived,
    replacedBy: record.replacedBy,
    lastHeartbeatAt: toInstantOrNull(report.lastHeartbeatAtMs),
    enrolledAt: toInstantOrNull(record.enrolledAtMs),
    unenrollingSince: unenrollingSince(records, record),
    mdmInfo: fromJson(record.mdmInfo, mdmInfoSchema, null),
    license: fromJson(record.license, licenseSchema, null),
    osVersion: record.osVersion,
    worn: report.worn,
    ...reported,
    metadata: metadataSchema.parse(JSON.parse(record.metadata)),
  };
}

/** Since when a headset is to be un-enrolled and has not confirmed it. */
export function unenrollingSince({ pending }: Records, { key, isArchived }: DeviceRecord): string | null {
  return isArchived ? null : toInstantOrNull(pending.unenrollingSinceMs(key));
}

/** One row of the device list. */
export function toListItem(row: DeviceListRow): DeviceListItem {
  return {
    id: row.id,
    label: row.label,
    description: row.description,
    ...(row.android_id === null ? {} : { androidId: row.android_id }),
    enterprise: row.enterprise_id,
    isArchived: row.is_archived,
    replacedBy: row.replaced_by,
    lastHeartbeatAt: toInstantOrNull(row.last_heartbeat_at_ms),
  };
}
