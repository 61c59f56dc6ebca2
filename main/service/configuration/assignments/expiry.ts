import { type Expiry, MAX_EXPIRING } from '../../../../shared/contract/configuration/expiry.ts';
import type { License } from '../../../../shared/contract/devices/reported.ts';
import { byText } from '../../../../shared/domain/kernel/by-text.ts';
import { deploymentOf, viewOf } from '../../devices/deployment/index.ts';
import { contentIdOf } from '../../devices/inventory/index.ts';
import { toInstant } from '../../kernel/clock.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { toContents, toReported } from '../../devices/registry/index.ts';
import { parseSettings } from '../../devices/views/index.ts';

/** The requested expiry; undefined: all. */
export type ExpiryQuery = {
  readonly kind?: Expiry['kind'] | undefined;
  readonly contentId?: string | undefined;
  readonly endsAt?: string | undefined;
};

type Ending = Pick<Expiry, 'kind' | 'contentId' | 'packageName' | 'title' | 'expiresAt'>;
type Counted = { readonly ending: Ending; readonly ids: Set<string>; readonly remaining: Set<string> };

const NO_REMAINDER = { contentId: null, packageName: null } as const;

/** Collects what expires on headsets, by subject and time. */
export class EndingCount {
  readonly #records: Records;
  readonly #nowMs: number;
  readonly #query: ExpiryQuery;
  readonly #endsAt: string | undefined;
  readonly #counted = new Map<string, Counted>();

  constructor(records: Records, requested: ExpiryQuery) {
    this.#records = records;
    this.#nowMs = records.core.clock.now();
    this.#query = requested;
    this.#endsAt = requested.endsAt === undefined ? undefined : toUtc(requested.endsAt);
  }

  /** Adds what expires by the settings of a headset. */
  addSettings(record: DeviceRecord): void {
    if (record.isArchived) return;
    const { expirationDate } = parseSettings(record.settings);
    if (typeof expirationDate === 'string') {
      const ending = {
        kind: 'settings',
        ...NO_REMAINDER,
        title: null,
        expiresAt: toUtc(expirationDate),
      } as const;
      this.#note(ending, record.id);
    }
    const over: { readonly counted: Counted; readonly content: ReturnType<typeof toContents>[number] }[] = [];
    for (const content of toContents(record.settings)) {
      const { kind, entry } = content;
      if (typeof entry.expirationDate !== 'string') continue;
      const expiresAt = toUtc(entry.expirationDate);
      const { packageName = null, title, name } = entry;
      const ending = {
        kind,
        contentId: contentIdOf(entry),
        packageName,
        title: title ?? name ?? null,
        expiresAt,
      };
      const counted = this.#note(ending, record.id);
      if (counted !== undefined && Date.parse(expiresAt) <= this.#nowMs) over.push({ counted, content });
    }
    if (over.length === 0) return;
    const { reports } = this.#records;
    const view = viewOf(toReported(reports.inventory(record.key), reports.report(record.key)), this.#nowMs);
    for (const { counted, content } of over) {
      // An expired content has a deployment only while the headset reports it.
      if (deploymentOf(content.entry, content.kind, view) !== undefined) counted.remaining.add(record.id);
    }
  }

  /** Adds the licence of a headset. */
  addLicence(deviceId: string, { level, alertDate }: License): void {
    if (typeof alertDate !== 'string') return;
    const ending = {
      kind: 'licence',
      ...NO_REMAINDER,
      title: level ?? null,
      expiresAt: toUtc(alertDate),
    } as const;
    this.#note(ending, deviceId);
  }

  answer(): Expiry[] {
    const counted = [...this.#counted.values()];
    const named = counted.reduce((sum, { ids }) => sum + ids.size, 0);
    // A single expiry is requested in order to list its headsets.
    const isNamed = named <= MAX_EXPIRING || (this.#endsAt !== undefined && this.#query.kind !== undefined);
    return counted
      .map(({ ending, ids, remaining }) => ({
        ...ending,
        devices: ids.size,
        remaining: remaining.size,
        devicesId: isNamed ? [...ids].toSorted() : null,
      }))
      .toSorted(
        (a, b) => byText(a.expiresAt, b.expiresAt) || b.devices - a.devices || byText(keyOf(a), keyOf(b)),
      );
  }

  #note(ending: Ending, deviceId: string): Counted | undefined {
    const { kind, contentId } = this.#query;
    if (kind !== undefined && kind !== ending.kind) return undefined;
    if (contentId !== undefined && contentId !== ending.contentId) return undefined;
    if (this.#endsAt !== undefined && this.#endsAt !== ending.expiresAt) return undefined;
    const key = keyOf(ending);
    const counted = this.#counted.get(key) ?? { ending, ids: new Set(), remaining: new Set() };
    this.#counted.set(key, counted);
    counted.ids.add(deviceId);
    return counted;
  }
}

function keyOf({ kind, contentId, title, expiresAt }: Ending): string {
  return JSON.stringify([kind, contentId ?? title, expiresAt]);
}

/** Formats an instant in UTC, so that equal instants have equal texts. */
function toUtc(instant: string): string {
  return toInstant(Date.parse(instant));
}
