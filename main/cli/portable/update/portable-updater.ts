import { createHash } from 'node:crypto';
import { createWriteStream, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { z } from 'zod';

import { UpdateError, type Updater } from '../../../updates/updates.ts';
import { type CopyFolder, isComplete } from './copy-folder.ts';
import { compareVersions, listName, readList, type Release } from './release-list.ts';
import { unpack } from './unpack.ts';

/** What a copy is updated with. */
type UpdaterInput = {
  readonly copy: CopyFolder;
  /** The running version. */
  readonly version: string;
  readonly target: string;
  /** Replaces the stopped station with the new version. Rejects if the version before must continue. */
  readonly install: (version: string) => Promise<void>;
};

/** Finds, downloads and unpacks a version of a portable copy. `Updates` verifies the list. */
export class PortableUpdater implements Updater {
  autoDownload = false;
  autoInstallOnAppQuit = false;
  allowDowngrade = false;
  readonly #input: UpdaterInput;
  #url = '';
  #release: Release | undefined;
  #onError: (error: Error) => void = () => undefined;

  constructor(input: UpdaterInput) {
    this.#input = input;
  }

  setFeedURL({ url }: { readonly url: string }): void {
    this.#url = url;
  }

  async checkForUpdates(): Promise<{
    readonly isUpdateAvailable: boolean;
    readonly updateInfo: { readonly version: string; readonly files: readonly Release[] };
  }> {
    const { target, version } = this.#input;
    const answer = await fetch(new URL(listName(target), this.#url), { signal: AbortSignal.timeout(30_000) });
    if (!answer.ok) throw new UpdateError('FEED_UNREACHABLE');
    const release = readList(await answer.text(), target);
    this.#release = release;
    const order = compareVersions(release.version, version);
    if (order < 0) throw new UpdateError('VERSION_OLDER', release.version);
    return {
      isUpdateAvailable: order > 0,
      updateInfo: { version: release.version, files: [release] },
    };
  }

  async downloadUpdate(): Promise<void> {
    const { copy } = this.#input;
    const release = this.#release;
    if (release === undefined) throw new Error('Nothing was found');
    const hasFailed = copy.note()?.version === release.version;
    if (copy.has(release.version) && !hasFailed) return;
    try {
      const partial = copy.newPartial();
      try {
        await this.#download(release, partial);
        copy.add(release.version, join(partial, 'tree'));
      } finally {
        rmSync(partial, { recursive: true, force: true });
      }
    } catch (error) {
      throw toUpdateError(error);
    }
  }

  quitAndInstall(): void {
    const { version = '' } = this.#release ?? {};
    this.#input.install(version).catch((error: unknown) => this.#onError(toUpdateError(error)));
  }

  once(_event: 'error', listener: (error: Error) => void): void {
    this.#onError = listener;
  }

  /** Downloads, verifies and unpacks an archive, in this order: what is not verified is never unpacked. */
  async #download({ name, sha512, version }: Release, folder: string): Promise<void> {
    const answer = await fetch(new URL(name, this.#url));
    if (!answer.ok || answer.body === null) throw new UpdateError('DOWNLOAD_FAILED', version);
    const digest = createHash('sha512');
    const count = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        digest.update(chunk);
        done(null, chunk);
      },
    });
    const archive = join(folder, name);
    await pipeline(answer.body, count, createWriteStream(archive));
    if (digest.digest('base64') !== sha512) throw new UpdateError('ARCHIVE_DAMAGED', version);
    const tree = join(folder, 'tree');
    await unpack(archive, tree);
    if (!isComplete(tree) || versionIn(tree) !== version) throw new UpdateError('ARCHIVE_DAMAGED', version);
  }
}

function versionIn(tree: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(tree, 'app', 'package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(manifest).version;
}

/** Says what the disk refused; other errors stay unchanged. */
function toUpdateError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new UpdateError('DISK_FULL', undefined, { cause: error });
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new UpdateError('FOLDER_READONLY', undefined, { cause: error });
  return error;
}
