/**
 * Loaded into a service before it: a disk that is slow, or one that loses power. Said by the environment:
 * `DISK_DELAY_MS`: every flush takes so much longer. `DISK_CUT`: a folder; at flush number `DISK_CUT_AT` it gets store and log as
 * the disk surely has them, and soon after that flush the power is gone, before another one comes to its end.
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
  // The store first: what is folded meanwhile is then still in the log.
  for (const file of [store, log]) fs.copyFileSync(file, join(folder, basename(file)));
}

function slowFlush(file: number, done: fs.NoParamCallback): void {
  // No answer comes of a flush that was begun after the last one on the disk.
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
