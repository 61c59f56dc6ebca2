import { createHash } from 'node:crypto';

import { type ApkFacts, PIECE_BYTES } from '../../../../shared/contract/content/library.ts';
import type { Core } from '../../kernel/kernel.ts';
import type { Mutex } from '../../kernel/mutex.ts';
import type { Collector } from './collect.ts';
import type { LibraryFiles } from '../files/files.ts';
import type { LibraryStore } from '../files/store.ts';

/** An application whose facts are known, so that they need not be read from its bytes. */
export type ReadyApp = {
  readonly name: string;
  readonly facts: ApkFacts;
  /** WebP. */
  readonly icon: Uint8Array;
  readonly bytes: Buffer;
};

type Parts = {
  readonly core: Core;
  readonly store: LibraryStore;
  readonly files: LibraryFiles;
  readonly collector: Collector;
  readonly mutex: Mutex;
};

/** Applications that this program brings itself: those of the practice cart. */
export class ReadyApps {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Adds one. Returns its digest. */
  add(enterpriseId: string, { name, facts, icon, bytes }: ReadyApp): Promise<string> {
    const { core, store, files, mutex } = this.#parts;
    const sha256 = sha256Of(bytes);
    const file = {
      sha256,
      sizeBytes: bytes.length,
      pieces: piecesOf(bytes),
      apk: facts,
      finding: null,
      icon,
    };
    return mutex.run(async () => {
      const id = `ready-${sha256}`;
      await using arriving = await files.openArriving(id);
      await arriving.writeFile(bytes);
      await arriving.datasync();
      await files.settle(id, sha256);
      const nowMs = core.clock.now();
      await core.writer.run(() => {
        store.addFile(file, nowMs);
        store.add({
          enterpriseId,
          sha256,
          name,
          kind: 'application',
          mediaType: 'application/vnd.android.package-archive',
          source: 'upload',
          sourceUrl: null,
          fetchedAtMs: null,
          createdAtMs: nowMs,
        });
      });
      return sha256;
    });
  }

  /** Removes those with these packages; what a headset has assigned stays. */
  async remove(enterpriseId: string, packageNames: readonly string[]): Promise<void> {
    const { store, collector } = this.#parts;
    for (const packageName of packageNames) {
      const { items } = store.list(enterpriseId, { search: packageName, page: 1, limit: 10 });
      const own = items.filter(({ apk }) => apk?.packageName === packageName);
      for (const { sha256 } of own) await collector.remove(enterpriseId, sha256, false);
    }
  }
}

function piecesOf(bytes: Buffer): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    pieces.push(sha256Of(bytes.subarray(at, at + PIECE_BYTES)));
  return pieces;
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
