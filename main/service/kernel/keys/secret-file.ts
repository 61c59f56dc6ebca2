import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';

/** Reads a secret from the file `path`, and creates it the first time (mode 0600), atomically. */
export function readOrMakeSecret(path: string, make: () => string): string {
  if (existsSync(path)) return readFileSync(path, 'utf8');
  const secret = make();
  writeSecret(path, secret);
  return secret;
}

/** Writes a secret into the file `path` (mode 0600), atomically. */
export function writeSecret(path: string, secret: string): void {
  const arriving = `${path}.arriving`;
  const file = openSync(arriving, 'w', 0o600);
  writeSync(file, secret);
  fsyncSync(file);
  closeSync(file);
  renameSync(arriving, path);
}
