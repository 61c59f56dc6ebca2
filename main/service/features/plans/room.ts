import { z } from 'zod';

import { planGroupSchema } from '../../../../shared/contract/plans.ts';
import { storageSchema } from '../../../../shared/contract/settings.ts';
import { missingSpace, type SpaceFor } from '../../../../shared/domain/downloads/space.ts';
import { digestInAddress } from '../../../../shared/domain/library-address.ts';
import { isChange } from '../../../../shared/domain/plan/rows.ts';
import type { DeviceRecord, Records } from '../devices/index.ts';
import type { LibraryStore } from '../library/index.ts';

/** What kind of bytes an entry of each list brings. */
const KIND_OF = new Map([
  ['applications[]', 'application'],
  ['videos[]', 'video'],
  ['files[]', 'file'],
]);

const storagesSchema = z.array(storageSchema);
const groupSchema = planGroupSchema.pick({ outcome: true, rows: true });
const entrySchema = z.object({ url: z.unknown(), obbUrl: z.unknown() }).partial();

/** Tells how much room headsets lack for the contents that a plan brings, as far as the library knows their sizes. */
export class Room {
  readonly #records: Records;
  readonly #sizes = new Map<string, number>();
  readonly #byUrl = new Map<string, string>();

  constructor(records: Records, library: LibraryStore, enterpriseId: string) {
    this.#records = records;
    for (const { sha256, sizeBytes, urls } of library.brief(enterpriseId)) {
      this.#sizes.set(sha256, sizeBytes);
      for (const url of urls) this.#byUrl.set(url, sha256);
    }
  }

  /** What comes to every headset of a group, from the group's JSON text. */
  needsOf(text: string): readonly SpaceFor[] {
    if (this.#sizes.size === 0 || ![...KIND_OF.keys()].some((path) => text.includes(path))) return [];
    const { outcome, rows } = groupSchema.parse(JSON.parse(text));
    if (outcome !== 'change') return [];
    return rows.flatMap((row) => {
      const kind = KIND_OF.get(row.path);
      const isComing = isChange(row) && row.kind !== 'remove';
      return kind === undefined || !isComing ? [] : this.#sizesIn(row.wanted, kind);
    });
  }

  /** How much a headset lacks for these; null where they fit and where it has not said what is free. */
  missingOn(record: DeviceRecord, needs: readonly SpaceFor[]): number | null {
    if (needs.length === 0) return null;
    const { storages } = this.#records.reports.report(record.key);
    if (storages === null) return null;
    const missing = missingSpace(needs, storagesSchema.parse(JSON.parse(storages)));
    return missing === 0 ? null : missing;
  }

  #sizesIn(entry: unknown, kind: string): SpaceFor[] {
    const parsed = entrySchema.safeParse(entry);
    if (!parsed.success) return [];
    const { url, obbUrl } = parsed.data;
    return [
      { url, kind },
      // Lies beside the application, not unpacked.
      { url: obbUrl, kind: 'obb' },
    ].flatMap((each) => {
      const sizeBytes = this.#sizeOf(each.url);
      return sizeBytes === undefined ? [] : [{ kind: each.kind, sizeBytes }];
    });
  }

  #sizeOf(url: unknown): number | undefined {
    if (typeof url !== 'string') return undefined;
    const digest = this.#byUrl.get(url) ?? digestInAddress(url);
    return digest === undefined ? undefined : this.#sizes.get(digest);
  }
}
