import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { manifestName } from '../../../main/updates/release-signature.ts';
import type { UpdateParts } from '../../../main/updates/updates.ts';
import { withExpiry } from '../../../main/cli/build/sign-release.ts';

/** The running version if no release is offered. */
const RUNNING = '0.1.0';
const SHA512 = 'bJ8rV0mZ4cLqT2pXwYd9Ng==';

/** The release list of this platform. */
export const manifest = manifestName(process.platform, process.arch);

/** The used part of electron-updater: it fetches the list, returns its content, and records its calls. */
export class FolderUpdater {
  autoDownload = true;
  autoInstallOnAppQuit = true;
  allowDowngrade = true;
  readonly did: string[] = [];
  /** The event that the next download waits for. */
  arrives: () => Promise<unknown> = () => Promise.resolve();
  #url = '';
  #onError: (() => void) | undefined;
  setFeedURL = (options: unknown): void => {
    this.#url = (options as { url: string }).url;
  };
  checkForUpdates = async (): Promise<object> => {
    const text = await (await fetch(new URL(manifest, this.#url))).text();
    const version = /^version: (.*)$/m.exec(text)?.[1] ?? '';
    const updateInfo = { version, files: [{ url: 'x', sha512: /sha512: (.*)$/m.exec(text)?.[1] ?? '' }] };
    return { isUpdateAvailable: version !== RUNNING, updateInfo };
  };
  downloadUpdate = async (): Promise<string[]> => {
    this.did.push('download');
    await this.arrives();
    return [];
  };
  once = (_event: 'error', listener: () => void): this => {
    this.#onError = listener;
    return this;
  };
  quitAndInstall = (): void => void this.did.push('install');
  /** Simulates an installer that does not start, as in a read-only program folder. */
  fail = (): void => this.#onError?.();

  /** Dependencies of updates, with this updater. */
  parts(publicKey: KeyObject): UpdateParts {
    return {
      load: () => Promise.resolve(this as unknown as Awaited<ReturnType<UpdateParts['load']>>),
      publicKey: () => publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      manifest,
    };
  }
}

/** Writes a release list into a folder, signed with that key or with another one. */
export function offerRelease(
  folder: string,
  version: string,
  key = generateKeyPairSync('ed25519').privateKey,
  signedAtMs = Date.now(),
): void {
  const list = `version: ${version}\nfiles:\n  - url: x\n    sha512: ${SHA512}\n`;
  const text = withExpiry(list, signedAtMs);
  writeFileSync(join(folder, manifest), text);
  writeFileSync(join(folder, `${manifest}.sig`), sign(null, Buffer.from(text), key).toString('base64'));
}
