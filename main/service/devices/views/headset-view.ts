import { z } from 'zod';

import type { Headset } from '../../../../shared/contract/devices/fleet.ts';
import { type DownloadTask, downloadTaskSchema } from '../../../../shared/contract/devices/reported.ts';
import {
  type BatteryInfo,
  batteryInfoSchema,
  type Storage,
} from '../../../../shared/contract/configuration/settings/settings.ts';
import { downloadProgress, downloadState } from '../../../../shared/domain/content/download-state.ts';
import { toInstantOrNull } from '../../kernel/clock.ts';
import { type MusterMetadata, musterMetadata } from '../registry/cart-metadata.ts';
import { unenrollingSince } from './device-view.ts';
import type { Records } from '../records/records.ts';
import { toImpossible } from '../registry/impossible.ts';
import { toUnconfirmed } from '../compliance/store.ts';
import { toDrift } from './compliance.ts';
import { storagesOf } from '../records/storages.ts';
import type { DeviceRecord } from '../registry/store.ts';

const downloadsSchema = z.array(downloadTaskSchema);

/** Returns a headset as its tile shows it. */
export function toHeadset(records: Records, record: DeviceRecord): Headset {
  const report = records.reports.report(record.key);
  const inventory = records.reports.inventory(record.key);
  const type = record.typeId === null ? undefined : records.types.find(record.enterpriseId, record.typeId);
  const cart = musterMetadata(record.metadata);
  const compliance = records.compliance.find(record.key);
  return {
    id: record.id,
    label: record.label,
    androidId: record.androidId,
    isArchived: record.isArchived,
    replacedBy: record.replacedBy,
    model: type?.name ?? null,
    brand: type?.brand ?? null,
    isLinked: records.core.links.isLinked(record.id),
    linkEndedAt: toInstantOrNull(records.core.links.endedAtMs(record.id)),
    lastHeartbeatAt: toInstantOrNull(report.lastHeartbeatAtMs),
    enrolledAt: toInstantOrNull(record.enrolledAtMs),
    unenrollingSince: unenrollingSince(records, record),
    battery: report.battery === null ? null : toBattery(batteryInfoSchema.parse(JSON.parse(report.battery))),
    storage: toStorage(storagesOf(report)),
    worn: report.worn,
    runningPackage: report.runningPackage,
    impossible: toImpossible(report),
    download:
      inventory.downloads === null
        ? null
        : toDownload(downloadsSchema.parse(JSON.parse(inventory.downloads))),
    settingsRevision: record.settingsRevision,
    appliedRevision: report.appliedRevision,
    cart: cart?.group === undefined ? null : { id: cart.group.id, label: cart.group.label },
    shelf: cart?.shelf ?? null,
    place: cart?.place ?? null,
    macAddress: record.macAddress,
    asset: toAsset(cart),
    isPractice: record.isPractice,
    drift: toDrift(compliance, record, report),
    unconfirmed: toUnconfirmed(compliance),
    pendingChange: records.pendingChanges.of(record.id),
    profileId: records.slotProfiles.find(record.key) ?? null,
    overAdb: records.overAdb.get(record.id) ?? null,
  };
}

/** Returns the headset that an asset list puts in a slot. */
export function toAsset(muster: MusterMetadata | undefined): Headset['asset'] {
  const asset = muster?.asset;
  const [macAddress, serial] = [asset?.macAddress ?? null, asset?.serial ?? null];
  return macAddress === null && serial === null ? null : { macAddress, serial };
}

/** Returns the battery level for a tile. */
export function toBattery(info: BatteryInfo): NonNullable<Headset['battery']> {
  return { level: info.level ?? null, isCharging: info.isCharging ?? null };
}

/** Returns the sum of the fixed volumes; removable ones come and go. */
export function toStorage(storages: readonly Storage[]): Headset['storage'] {
  const fixed = storages.filter((each) => each.isRemovable !== true && each.totalSpace !== undefined);
  if (fixed.length === 0) return null;
  return {
    freeBytes: fixed.reduce((sum, each) => sum + (each.freeSpace ?? 0), 0),
    totalBytes: fixed.reduce((sum, each) => sum + (each.totalSpace ?? 0), 0),
  };
}

/** Returns the download for a tile: one in progress or else one that failed. */
export function toDownload(downloads: readonly DownloadTask[]): Headset['download'] {
  const failed = downloads.find((each) => downloadState(each) === 'failed');
  const moving = downloads.find((each) => ['moving', 'installing'].includes(downloadState(each)));
  const shown = moving ?? failed;
  if (shown === undefined) return null;
  return {
    fileName: shown.fileName ?? '',
    progress: downloadProgress(shown),
    isFailed: shown === failed,
  };
}
