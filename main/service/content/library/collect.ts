import { Failure } from '../../kernel/failure.ts';
import { Yielder } from '../../kernel/yielding.ts';
import type { Records } from '../../devices/index.ts';
import { findAssigned, type ItemUrls } from './assigned.ts';
import type { LibraryFiles } from '../files/files.ts';
import type { LibraryStore } from '../files/store.ts';
import type { Mutex } from '../../kernel/mutex.ts';

/** Maximum number of headsets named in a refusal. */
const MAX_NAMED = 20;

type Parts = {
  readonly records: Records;
  readonly store: LibraryStore;
  readonly files: LibraryFiles;
  readonly mutex: Mutex;
};

type Brief = ReturnType<LibraryStore['brief']>[number];

/** The result of a collection, or its preview. */
export type Collected = {
  readonly removed: readonly Brief[];
  readonly kept: number;
  readonly freedBytes: number;
};

/** Removes items from the library: one that a person names, or all that no headset has assigned. */
export class Collector {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Removes an item. Refused while a headset has it assigned, unless `force`. It cannot be assigned meanwhile. */
  remove(
    enterpriseId: string,
    sha256: string,
    force: boolean,
  ): Promise<{ success: true; freedBytes: number } | Failure<'NOT_FOUND' | 'CONFLICT'>> {
    const { records, store, mutex } = this.#parts;
    return mutex.run(async () => {
      const item = store.brief(enterpriseId).find((each) => each.sha256 === sha256);
      if (item === undefined) return new Failure('NOT_FOUND', 'The library has nothing with this SHA-256.');
      const refusal = await records.core.writer.runLarge<Failure<'CONFLICT'> | undefined>(
        function* plan(change) {
          const assigned = force ? undefined : yield* findAssigned(records, enterpriseId, [item]);
          const devices = assigned?.get(sha256) ?? [];
          if (devices.length > 0) return stillAssigned(devices);
          store.removeIn(change, enterpriseId, sha256);
          return undefined;
        },
      );
      if (refusal !== undefined) return refusal;
      return { success: true as const, freedBytes: await this.#dropFiles([item]) };
    });
  }

  /** Removes items that no headset of the organisation has assigned; with `dryRun` only reports them. */
  collect(enterpriseId: string, dryRun: boolean): Promise<Collected> {
    const { records, store, mutex } = this.#parts;
    return mutex.run(async () => {
      const items = store.brief(enterpriseId);
      const removed = await records.core.writer.runLarge<Brief[]>(function* plan(change) {
        const assigned = yield* findAssigned(records, enterpriseId, items);
        const unused = items.filter(({ sha256 }) => !assigned.has(sha256));
        if (!dryRun) for (const { sha256 } of unused) store.removeIn(change, enterpriseId, sha256);
        return unused;
      });
      const freedBytes = dryRun ? bytesOfOwn(removed) : await this.#dropFiles(removed);
      return { removed, kept: items.length - removed.length, freedBytes };
    });
  }

  /** Returns the headsets that have an item assigned. */
  async assignedTo(enterpriseId: string, item: ItemUrls): Promise<string[]> {
    const search = findAssigned(this.#parts.records, enterpriseId, [item]);
    const yielder = new Yielder();
    let step = search.next();
    for (; step.done !== true; step = search.next()) await yielder.yieldIfDue();
    return step.value.get(item.sha256) ?? [];
  }

  /** Removes files that no organisation has any more. Returns the bytes freed. */
  async #dropFiles(removed: readonly Brief[]): Promise<number> {
    const own = removed.filter(({ owners }) => owners === 1);
    for (const { sha256 } of own) await this.#parts.files.remove(sha256);
    return bytesOfOwn(own);
  }
}

function bytesOfOwn(items: readonly Brief[]): number {
  return items.filter(({ owners }) => owners === 1).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

function stillAssigned(devices: readonly string[]): Failure<'CONFLICT'> {
  const message = `${devices.length} headsets have it assigned. Remove it from them first, or force the removal: they then download it from its URL.`;
  const details = devices
    .slice(0, MAX_NAMED)
    .map((id) => ({ path: 'path.sha256', message: `assigned to ${id}` }));
  return new Failure('CONFLICT', message, { details });
}
