import { type License, licenseSchema, mdmInfoSchema } from '../../../../shared/contract/devices/reported.ts';
import type { FleetStatistics } from '../../../../shared/contract/statistics/statistics-now.ts';
import { FULL_STORAGE_SHARE, LOW_BATTERY_PERCENT } from '../../../../shared/domain/devices/headset-limits.ts';
import { toInstant } from '../../kernel/clock.ts';
import type { StateRow } from './store.ts';
import { batteryOf, storageOf } from './stored.ts';
import { Mean, Tally } from './tally.ts';

/** A licence that ends within this time counts as expiring soon, in ms. */
const SOON_MS = 30 * 86_400_000;

const STEPS = 10;

const foundLicense = licenseSchema.nullable();
const foundMdm = mdmInfoSchema.nullable();

/** Returns whether a headset is connected and whether it counts as available, given its last heartbeat. */
type Presence = (
  id: string,
  lastHeartbeatAtMs: number | null,
) => { readonly isLinked: boolean; readonly isAvailable: boolean };

/** Counts a fleet, device by device. */
export class FleetCount {
  readonly #nowMs: number;
  readonly #presence: Presence;
  readonly #isConfirmed: (id: string) => boolean;
  readonly #counts = { total: 0, enrolled: 0, confirmed: 0, waiting: 0, archived: 0 };
  readonly #availability = { available: 0, unavailable: 0, linked: 0 };
  readonly #level = new Mean();
  readonly #battery = { reported: 0, low: 0, charging: 0 };
  readonly #histogram = Array.from({ length: STEPS }, () => 0);
  readonly #storage = { reported: 0, totalBytes: 0, freeBytes: 0, usedBytes: 0, nearlyFull: 0 };
  readonly #models = new Tally<Pick<FleetStatistics['models'][number], 'name' | 'brand'>>();
  readonly #levels = new Tally<{ level: string | null }>();
  readonly #statuses = new Tally<{ status: string | null }>();
  readonly #licenses = { expired: 0, expiringSoon: 0 };
  readonly #mdm = new Tally<{ labelVersion: string | null; codeVersion: number | null }>();
  #deviceOwners = 0;
  readonly #osVersions = new Tally<{ osVersion: string | null }>();

  constructor(nowMs: number, presence: Presence, confirmed: (id: string) => boolean) {
    this.#nowMs = nowMs;
    this.#presence = presence;
    this.#isConfirmed = confirmed;
  }

  add(row: StateRow): void {
    this.#counts.total += 1;
    if (row.is_archived) {
      this.#counts.archived += 1;
      return;
    }
    this.#models.add({ name: row.model, brand: row.brand });
    this.#addLicense(foundLicense.parse(row.license === null ? null : JSON.parse(row.license)));
    if (!row.is_enrolled) {
      this.#counts.waiting += 1;
      return;
    }
    this.#counts.enrolled += 1;
    if (this.#isConfirmed(row.id)) this.#counts.confirmed += 1;
    this.#addAvailability(row);
    this.#addBattery(row);
    this.#addStorage(row);
    this.#addVersions(row);
  }

  answer(invalidIds: string[]): FleetStatistics {
    return {
      computedAt: toInstant(this.#nowMs),
      ...this.#counts,
      availability: this.#availability,
      battery: {
        ...this.#battery,
        averageLevel: this.#level.rounded(1),
        histogram: this.#histogram.map((count, step) => ({ from: step * 10, to: step * 10 + 10, count })),
      },
      storage: this.#storage,
      models: this.#models.counts,
      licenses: { byLevel: this.#levels.counts, byStatus: this.#statuses.counts, ...this.#licenses },
      mdm: { versions: this.#mdm.counts, deviceOwners: this.#deviceOwners },
      osVersions: this.#osVersions.counts,
      invalidIds,
    };
  }

  #addLicense(license: License | null): void {
    this.#levels.add({ level: license?.level ?? null });
    this.#statuses.add({ status: license?.status ?? null });
    const leftMs = Date.parse(license?.alertDate ?? '') - this.#nowMs;
    if (leftMs <= 0) this.#licenses.expired += 1;
    else if (leftMs <= SOON_MS) this.#licenses.expiringSoon += 1;
  }

  #addAvailability(row: StateRow): void {
    const { isLinked, isAvailable } = this.#presence(row.id, row.last_heartbeat_at_ms);
    this.#availability[isAvailable ? 'available' : 'unavailable'] += 1;
    if (isLinked) this.#availability.linked += 1;
  }

  #addBattery(row: StateRow): void {
    const { level, isCharging } = batteryOf(row);
    if (isCharging === true) this.#battery.charging += 1;
    if (level === undefined) return;
    this.#battery.reported += 1;
    this.#level.add(level);
    if (level <= LOW_BATTERY_PERCENT) this.#battery.low += 1;
    const step = Math.min(STEPS - 1, Math.floor(level / STEPS));
    this.#histogram[step] = (this.#histogram[step] ?? 0) + 1;
  }

  #addStorage(row: StateRow): void {
    const storage = storageOf(row);
    if (storage === null) return;
    this.#storage.reported += 1;
    this.#storage.totalBytes += storage.totalBytes;
    this.#storage.freeBytes += storage.freeBytes;
    this.#storage.usedBytes += storage.totalBytes - storage.freeBytes;
    if (storage.usage >= FULL_STORAGE_SHARE) this.#storage.nearlyFull += 1;
  }

  #addVersions(row: StateRow): void {
    const mdm = foundMdm.parse(row.mdm_info === null ? null : JSON.parse(row.mdm_info));
    this.#mdm.add({ labelVersion: mdm?.labelVersion ?? null, codeVersion: mdm?.codeVersion ?? null });
    if (mdm?.isDeviceOwner === true) this.#deviceOwners += 1;
    this.#osVersions.add({ osVersion: row.os_version });
  }
}
