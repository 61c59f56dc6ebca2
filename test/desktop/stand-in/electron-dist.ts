import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What marks the fuses in a binary of Electron. Source: @electron/fuses. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** As many fuses as this Electron has. Source: FuseV1Options of @electron/fuses. */
const FUSES = 9;

/**
 * Writes what electron-builder needs of a distribution of Electron for Linux: a program that does nothing, with a wire of fuses
 * that are all as Electron ships them, so that what electron-builder makes of them can be read back.
 */
export function writeElectronDist(folder: string, version: string): void {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'), { recursive: true });
  // Version 1 of the wire, its length, then `0`, `1` or `r` (removed) each.
  const wire = Buffer.concat([
    Buffer.from(SENTINEL),
    Buffer.from([1, FUSES]),
    Buffer.from('1'.repeat(FUSES)),
  ]);
  const program = Buffer.concat([Buffer.from('#!/bin/sh\nexit 0\n'), wire, Buffer.from('\n')]);
  writeFileSync(join(folder, 'electron'), program);
  chmodSync(join(folder, 'electron'), 0o755);
  writeFileSync(join(folder, 'version'), version);
  for (const name of ['LICENSE', 'LICENSES.chromium.html']) writeFileSync(join(folder, name), 'licence');
  writeFileSync(join(folder, 'locales', 'en-US.pak'), '');
}
