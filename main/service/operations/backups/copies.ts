import { createWriteStream, existsSync, lstatSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { Core } from '../../kernel/kernel.ts';
import { newId } from '../../kernel/new-id.ts';
import { fileStamp } from '../../kernel/clock.ts';
import { backupFolder, movedName, requireSpace } from '../../kernel/backups/backup.ts';
import { sealBesideBackup } from '../../kernel/backups/backup-keys.ts';
import {
  needWholeCopy,
  openSealedCopy,
  readSealedHead,
  sealCopy,
  SealedCopyError,
} from '../../kernel/backups/sealed-copy.ts';
import { readStationKeys, type StationKeys } from '../../kernel/keys/station-keys.ts';

/** An encrypted backup in the folder. */
export type Copy = { readonly name: string; readonly sizeBytes: number; readonly createdAtMs: number };

/** Encrypted backups: made here, or brought from another computer. */
export class SealedCopies {
  readonly #core: Core;
  readonly #folder: string;

  constructor(core: Core, folder: string) {
    this.#core = core;
    this.#folder = folder;
  }

  /** Returns the encrypted backups, newest first. */
  async list(): Promise<Copy[]> {
    const target = backupFolder(this.#folder);
    if (!existsSync(target)) return [];
    const names = readdirSync(target).filter((name) => /^muster-[0-9A-Za-z-]+\.copy$/.test(name));
    const copies = await Promise.all(names.map((name) => this.find(name)));
    return copies.filter((copy) => copy !== undefined).toSorted((a, b) => b.createdAtMs - a.createdAtMs);
  }

  /** Returns the encrypted backup of this name; undefined if there is none, or the file is not one. */
  async find(name: string): Promise<Copy | undefined> {
    // A link could expose another file of this computer to anyone who downloads it.
    if (lstatSync(this.path(name), { throwIfNoEntry: false })?.isFile() !== true) return undefined;
    return this.#describe(name).catch((error: unknown) => {
      if (error instanceof SealedCopyError) return undefined;
      throw error;
    });
  }

  /**
   * Encrypts a backup with `keys`, or with this station's if there are none. @throws {StorageError} if there is no
   * space.
   */
  async make(backup: Copy, passphrase: string, keys: StationKeys | undefined): Promise<Copy> {
    const { vault, clock } = this.#core;
    requireSpace(backupFolder(this.#folder), backup.sizeBytes);
    const name = `muster-${fileStamp(clock.now())}.copy`;
    await this.#arrive(name, (path) =>
      sealCopy(path, passphrase, {
        keys: keys ?? readStationKeys(this.#folder, vault),
        store: join(backupFolder(this.#folder), backup.name),
        createdAtMs: backup.createdAtMs,
      }),
    );
    return this.#describe(name);
  }

  /** Stores an encrypted backup of another station. @throws {SealedCopyError} if the bytes are not one. */
  async importCopy(bytes: Readable, lengthBytes: number | undefined): Promise<Copy> {
    await mkdir(backupFolder(this.#folder), { recursive: true, mode: 0o700 });
    requireSpace(backupFolder(this.#folder), lengthBytes ?? 0);
    const name = `muster-${fileStamp(this.#core.clock.now())}.copy`;
    await this.#arrive(name, async (path) => {
      await pipeline(bytes, createWriteStream(path, { mode: 0o600, flush: true }));
      await needWholeCopy(path);
    });
    return this.#describe(name);
  }

  /** Decrypts one into a backup, and returns its name. @throws {SealedCopyError} {StorageError} */
  async open({ name, sizeBytes, createdAtMs }: Copy, passphrase: string): Promise<string> {
    requireSpace(backupFolder(this.#folder), sizeBytes);
    const backup = movedName(createdAtMs);
    // Its own: two requests may decrypt it at once, one of them with a wrong passphrase.
    const partial = join(backupFolder(this.#folder), `${backup}.partial-${newId()}`);
    try {
      const keys = await openSealedCopy(this.path(name), passphrase, partial);
      // A backup of this very station needs no keys beside it; they do no harm.
      sealBesideBackup(this.#folder, backup, keys, this.#core.vault);
      renameSync(partial, join(backupFolder(this.#folder), backup));
    } finally {
      rmSync(partial, { force: true });
    }
    return backup;
  }

  remove(name: string): void {
    rmSync(this.path(name), { force: true });
  }

  path(name: string): string {
    return join(backupFolder(this.#folder), name);
  }

  async #arrive(name: string, write: (path: string) => Promise<void>): Promise<void> {
    const partial = `${this.path(name)}.partial`;
    try {
      await write(partial);
      renameSync(partial, this.path(name));
    } finally {
      rmSync(partial, { force: true });
    }
  }

  async #describe(name: string): Promise<Copy> {
    const { size } = statSync(this.path(name));
    const { createdAtMs } = await readSealedHead(this.path(name));
    return { name, sizeBytes: size, createdAtMs };
  }
}
