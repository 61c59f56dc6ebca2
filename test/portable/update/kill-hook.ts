// Loaded before a copy. At change number KILL_AT of its versions and its data the power fails: for the copy and for all
// that it started, or for its process alone (KILL_WHO=self).
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const { KILL_AT, KILL_WHO, MUSTER_TRIAL } = process.env;
/** Just before each of these the one before it is done, and the file that it replaces or removes is still there. */
const CHANGES = ['renameSync', 'rmSync', 'mkdirSync', 'mkdir'];
const OF_UPDATES = /[\\/]versions\b|muster\.db|muster\.replaced|[\\/]backups\b/;
let count = 0;

function countChanges(name: string): void {
  const change: unknown = Reflect.get(fs, name);
  if (typeof change !== 'function') throw new Error(`node:fs has no ${name}`);
  Reflect.set(fs, name, (...input: readonly unknown[]): unknown => {
    if (OF_UPDATES.test(String(input[0]))) {
      count += 1;
      if (count === Number(KILL_AT)) process.kill(KILL_WHO === 'self' ? process.pid : 0, 'SIGKILL');
    }
    const result: unknown = Reflect.apply(change, fs, input);
    return result;
  });
}

// Neither the new version nor what the copy starts counts.
if (KILL_AT !== undefined && MUSTER_TRIAL === undefined && isMainThread) {
  delete process.env['KILL_AT'];
  for (const name of CHANGES) countChanges(name);
  syncBuiltinESMExports();
  process.on('exit', () => fs.writeSync(2, `\nchanges: ${count}\n`));
}
