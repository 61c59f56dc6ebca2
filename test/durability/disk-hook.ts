/**
 * Loaded into a service before it: a slow disk, or one that loses power. Environment: `DISK_DELAY_MS`: every flush
 * takes this much longer. `DISK_CUT`: a folder; at flush number `DISK_CUT_AT` it gets copies of store and log as they
 * are certainly on disk, and the power fails before another flush completes.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join } from 'node:path';

const { DISK_DELAY_MS = '0', DISK_CUT, DISK_CUT_AT = '0', DISK_CUT_AFTER_MS = '0' } = process.env;
const flush = fs.fdatasync;
let flushes = 0;
let isCut = false;

function copyTo(folder: string, log: string): void {
  const store = log.slice(0, -'-wal'.length);
  // The store is copied first: a checkpoint in between leaves its frames in the log.
  for (const file of [store, log]) fs.copyFileSync(file, join(folder, basename(file)));
}

function slowFlush(file: number, done: fs.NoParamCallback): void {
  // A flush that began after the last durable one never returns.
  if (isCut) return;
  flushes += 1;
  const log = fs.readlinkSync(`/proc/self/fd/${String(file)}`);
  const isLast = DISK_CUT !== undefined && flushes === Number(DISK_CUT_AT);
  if (isLast) {
    isCut = true;
    copyTo(DISK_CUT, join(dirname(log), basename(log)));
  }
  setTimeout(() => {
    flush(file, (fault) => {
      done(fault);
      if (isLast) setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(DISK_CUT_AFTER_MS));
    });
  }, Number(DISK_DELAY_MS));
}

fs.fdatasync = Object.assign(slowFlush, { __promisify__: flush.__promisify__ });
syncBuiltinESMExports();
