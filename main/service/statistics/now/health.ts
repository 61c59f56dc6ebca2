import type {
  DeviceHealth,
  HealthStatistics,
} from '../../../../shared/contract/statistics/statistics-now.ts';
import { FULL_STORAGE_SHARE, LOW_BATTERY_PERCENT } from '../../../../shared/domain/devices/headset-limits.ts';
import { toInstant, toInstantOrNull } from '../../kernel/clock.ts';
import { JsonStream, withCommas } from '../../kernel/http/routes/json-stream.ts';
import type { StateRow } from './store.ts';
import { batteryOf, storageOf } from './stored.ts';
import { Mean, Tally } from './tally.ts';

/** Collects the health of headsets one by one. Records without a headset have none. */
export class HealthCount {
  /** JSON text of each, encoded when visited: encoding ten thousand at once would block every request. */
  readonly #devices: string[] = [];
  readonly #health = new Tally<{ health: string | null }>();
  readonly #level = new Mean();
  readonly #temperature = new Mean();
  readonly #usage = new Mean();
  readonly #counts = { reported: 0, charging: 0, low: 0, nearlyFull: 0 };
  #highestTemperature: number | null = null;

  add(row: StateRow): void {
    if (row.is_archived || !row.is_enrolled) return;
    const battery = batteryOf(row);
    const storage = storageOf(row);
    const device: DeviceHealth = {
      deviceId: row.id,
      label: row.label,
      batteryHealth: battery.health ?? null,
      batteryLevel: battery.level ?? null,
      isCharging: battery.isCharging ?? null,
      temperature: battery.temperature ?? null,
      voltage: battery.voltage ?? null,
      storageUsage: storage?.usage ?? null,
      storageTotalBytes: storage?.totalBytes ?? null,
      storageFreeBytes: storage?.freeBytes ?? null,
      lastHeartbeatAt: toInstantOrNull(row.last_heartbeat_at_ms),
      batteryTrend: null,
      storageTrend: null,
    };
    this.#devices.push(JSON.stringify(device));
    if (row.battery !== null) this.#addBattery(battery);
    if (storage !== null) this.#usage.add(storage.usage);
    if (storage !== null && storage.usage >= FULL_STORAGE_SHARE) this.#counts.nearlyFull += 1;
  }

  answer(
    nowMs: number,
    granularity: HealthStatistics['granularity'],
    invalidIds: string[],
  ): JsonStream<never> {
    const rest: Omit<HealthStatistics, 'devices'> = {
      computedAt: toInstant(nowMs),
      granularity,
      snapshot: {
        devices: this.#devices.length,
        ...this.#counts,
        batteryHealth: this.#health.counts,
        averageLevel: this.#level.rounded(1),
        averageTemperature: this.#temperature.rounded(1),
        highestTemperature: this.#highestTemperature,
        averageStorageUsage: this.#usage.rounded(4),
        batteryTrend: null,
        storageTrend: null,
      },
      series: [],
      invalidIds,
    };
    return JsonStream.parts([
      `${JSON.stringify(rest).slice(0, -1)},"devices":[`,
      ...withCommas(this.#devices),
      ']}',
    ]);
  }

  #addBattery({ health, level, temperature, isCharging }: ReturnType<typeof batteryOf>): void {
    this.#counts.reported += 1;
    this.#health.add({ health: health ?? null });
    if (isCharging === true) this.#counts.charging += 1;
    if (level !== undefined) this.#level.add(level);
    if (level !== undefined && level <= LOW_BATTERY_PERCENT) this.#counts.low += 1;
    if (temperature === undefined) return;
    this.#temperature.add(temperature);
    this.#highestTemperature = Math.max(temperature, this.#highestTemperature ?? temperature);
  }
}
