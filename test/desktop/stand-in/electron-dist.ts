import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Marker of the fuses in an Electron binary. Source: @electron/fuses. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** Number of fuses of this Electron. Source: FuseV1Options of @electron/fuses. */
const FUSES = 9;

/**
 * Writes the parts of a Linux distribution of Electron that electron-builder needs: a program that does nothing, with
 * a fuse wire in Electron's default state, so that the result of electron-builder can be read back.
 */
export function writeElectronDist(folder: string, version: string): void {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'), { recursive: true });
  // Version 1 of the wire, its length, then `0`, `1` or `r` (removed) for each.
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
