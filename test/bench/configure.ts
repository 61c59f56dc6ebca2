import Database from 'better-sqlite3';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'undici';

import { aFolder, startStation } from './processes.ts';
import { median, type Result } from './result.ts';
import { seedStore } from './seed-store.ts';

const DEVICES = 1_000;
const ROUNDS = 9;
const WARM_UP = 2;

/**
 * Measures a change of 40 entries on a thousand devices, answered and on disk, against a bare loop that also stores
 * equal settings once.
 */
export async function configure(): Promise<Result> {
  await using ourFolder = await aFolder();
  await using bareFolder = await aFolder();
  const file = await seedStore(ourFolder.path, DEVICES, 'without events');
  await using station = await startStation(ourFolder.path);
  const client = new Client(station.url);
  const headers = { authorization: `Bearer ${station.token}`, 'content-type': 'application/json' };
  const bare = openBare(join(bareFolder.path, 'bare.db'));
  try {
    const devicesId = idsIn(file);
    const rounds: { ours: number; bare: number }[] = [];
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const body = JSON.stringify({ devicesId, settings: settingsOf(round + WARM_UP + 1) });
      const startedAtMs = performance.now();
      const answer = await client.request({ method: 'PUT', path: '/devices/configure', headers, body });
      const size = (await answer.body.arrayBuffer()).byteLength;
      const ours = performance.now() - startedAtMs;
      if (answer.statusCode !== 200 || size < DEVICES * 1_000)
        throw new Error(`Answered ${answer.statusCode}`);
      const bareMs = bare(textIn(file));
      if (round >= 0) rounds.push({ ours, bare: bareMs });
    }
    const typical = (name: 'ours' | 'bare') => median(rounds.map((round) => round[name])).toFixed(0);
    return {
      name: 'configure',
      ratio: median(rounds.map((round) => round.ours / round.bare)),
      bar: { limit: 1.5, is: 'at-most' },
      detail: `ours ${typical('ours')} ms, bare ${typical('bare')} ms for ${DEVICES} devices with 40 entries`,
    };
  } finally {
    await client.close();
  }
}

/** Returns 40 entries of a typical school; every round has other versions. */
function settingsOf(version: number): object {
  const url = (name: string) => `https://content.example/library/${'f'.repeat(40)}/${name}`;
  const applications = Array.from({ length: 15 }, (_, index) => ({
    id: `application-${index}`,
    idDetailContent: `sheet-${index}`,
    packageName: `com.example.lessons.application${index}`,
    url: url(`application-${index}-${version}.apk`),
    codeVersion: version,
    expirationDate: '2027-07-31T22:00:00Z',
  }));
  const videos = Array.from({ length: 15 }, (_, index) => ({
    id: `video-${index}`,
    title: `Lesson ${index}`,
    url: url(`video-${index}-${version}.mp4`),
    posterUrl: url(`video-${index}.jpg`),
    synopsis: 'A walk under the sea with everything that lives there.',
    isStereoscopic: true,
    projectionType: 'sphere',
    formatType: '3D_Over_Under',
  }));
  const files = Array.from({ length: 10 }, (_, index) => ({
    id: `file-${index}`,
    name: `file-${index}.json`,
    url: url(`file-${index}-${version}.json`),
  }));
  return { applications, videos, files };
}

function idsIn(file: string): string[] {
  const db = new Database(file, { readonly: true });
  const ids = db.prepare('SELECT id FROM device ORDER BY id').pluck().all().map(String);
  db.close();
  return ids;
}

/** Number of bytes that the station wrote for one device. */
function textIn(file: string): string {
  const db = new Database(file, { readonly: true });
  const text = String(
    db.prepare('SELECT text FROM kept_state JOIN device ON hash = settings_hash LIMIT 1').pluck().get(),
  );
  db.close();
  return text;
}

/**
 * Opens a bare store; returns a function that stores a text once, references it from every device with a new
 * revision, and returns the time in ms.
 */
function openBare(file: string): (text: string) => number {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(`
    CREATE TABLE state (hash BLOB PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE device (key INTEGER PRIMARY KEY, revision INTEGER NOT NULL, settings_hash BLOB NOT NULL) STRICT`);
  const insert = db.prepare(`INSERT INTO device VALUES (?, 0, x'')`);
  const keep = db.prepare('INSERT OR IGNORE INTO state VALUES (?, ?)');
  const update = db.prepare('UPDATE device SET settings_hash = ?, revision = revision + 1 WHERE key = ?');
  for (let key = 1; key <= DEVICES; key += 1) insert.run(key);
  const writeAll = db.transaction((text: string) => {
    const hash = createHash('sha256').update(text).digest();
    keep.run(hash, text);
    for (let key = 1; key <= DEVICES; key += 1) update.run(hash, key);
  });
  return (text) => {
    const startedAtMs = performance.now();
    writeAll(text);
    return performance.now() - startedAtMs;
  };
}
