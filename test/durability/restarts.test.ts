import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { sized } from '../support/long.ts';
import { serveStation } from '../support/served-station.ts';
import { aFolder } from '../support/temp-folder.ts';

/** A thousand take half an hour: `MUSTER_RESTARTS=1000 npx vitest run test/durability/restarts.test.ts`. */
const ROUNDS = Number(process.env['MUSTER_RESTARTS'] ?? sized({ long: 30, short: 6 }));

/** The contents of a data folder after a clean stop, and nothing else. */
const LASTING = [
  'logs',
  'master.key',
  'muster.db',
  'muster.lock',
  'muster.seal',
  'station.key',
  'store-place.json',
  'library',
  'backups',
];

/** Returns the processes started by this one that still exist, running or zombie. */
function children(): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return status.slice(status.lastIndexOf(')') + 2).split(' ')[1] === String(process.pid);
    } catch {
      // It has exited since the folder was read.
      return false;
    }
  });
}

test(
  'restarts, every third by kill -9, leave no lock, no temporary file and no process',
  { timeout: 120_000 + ROUNDS * 5_000 },
  async () => {
    using folder = aFolder();
    const before = new Set(children());
    // Files left by stations killed at a bad moment.
    const first = await serveStation(folder.path);
    await first.stop();
    mkdirSync(join(folder.path, 'backups'), { recursive: true });
    writeFileSync(join(folder.path, 'backups', 'muster-x.db.partial'), 'half');
    writeFileSync(join(folder.path, 'muster.db.arriving'), 'half');

    const ends: (number | null)[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const station = await serveStation(folder.path);
      if (round % 3 === 0 && round !== ROUNDS) await station.kill();
      else ends.push(await station.stop());
    }
    const last = await serveStation(folder.path);
    ends.push(await last.stop());
    expect(ends.filter((code) => code !== 0)).toEqual([]);

    expect(readdirSync(folder.path).filter((name) => !LASTING.includes(name))).toEqual([]);
    expect(readdirSync(join(folder.path, 'backups'))).toEqual([]);
    expect(existsSync(join(folder.path, 'station.json'))).toBe(false);
    expect(children().filter((pid) => !before.has(pid))).toEqual([]);
  },
);
