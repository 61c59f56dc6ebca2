import type { Acceptance } from '../../../../shared/contract/carts.ts';
import { batteryInfoSchema } from '../../../../shared/contract/settings.ts';
import { toCsv } from '../../../../shared/domain/csv.ts';
import { contentsOf, deploymentOf, viewOf } from '../../../../shared/domain/deployment.ts';
import { toInstantOrNull } from '../../clock.ts';
import {
  type DeviceRecord,
  musterMetadata,
  parseSettings,
  type Records,
  toEffective,
  toReported,
} from '../devices/index.ts';

/** What is handed over with a headset, as it stands now. */
export function toAcceptance(records: Records, record: DeviceRecord): Acceptance {
  const { types, reports, standings, core } = records;
  const report = reports.report(record.key);
  const settings = parseSettings(record.settings);
  const type = record.typeId === null ? undefined : types.find(record.enterpriseId, record.typeId);
  const place = musterMetadata(record.metadata);
  const view = viewOf(toReported(reports.inventory(record.key), report), core.clock.now());
  const contents = contentsOf(settings).map(({ kind, entry }) => ({
    kind,
    entry,
    deployment: deploymentOf(entry, kind, view),
  }));
  const kiosk = settings.kioskMode?.isActive === true ? (settings.kioskMode.packageName ?? null) : null;
  const said = toEffective(standings.find(record.key).effective)?.kioskMode;
  const isThere = contents.every(
    ({ deployment }) => deployment === undefined || deployment.status === 'INSTALLED',
  );
  const isApplied = record.androidId !== null && (report.appliedRevision ?? 0) >= record.settingsRevision;
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
      said === undefined || kiosk === null ? null : said.isActive && said.packageName === kiosk,
    battery:
      report.battery === null ? null : (batteryInfoSchema.parse(JSON.parse(report.battery)).level ?? null),
    wifi: (settings.wifi ?? []).map(({ ssid }) => ssid),
    isConfirmed: isApplied && isThere && report.lastHeartbeatAtMs !== null,
    enrolledAt: toInstantOrNull(record.enrolledAtMs),
    lastHeartbeatAt: toInstantOrNull(report.lastHeartbeatAtMs),
  };
}

/** The sheet as CSV: one line a headset, who accepted it and when in each. */
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
    'confirmed',
    'enrolledAt',
    'lastHeardAt',
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
    String(item.isConfirmed),
    item.enrolledAt,
    item.lastHeartbeatAt,
    technician,
    station,
    at,
  ]);
  return toCsv([header, ...rows]);
}
