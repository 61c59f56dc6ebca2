import Database from 'better-sqlite3';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Client } from 'undici';

import { aFolder, startStation, startUntilFirstLine, stopProcess } from './processes.ts';
import { median, type Result } from './result.ts';
import { seedStore } from './seed-store.ts';

const DEVICES = 1_000;
const ROUNDS = 9;
const WARM_UP = 3;
/** An answer has every device with its 40 entries. */
const MIN_ANSWER_BYTES = 8_000;

/**
 * Measures a change of 40 entries on a thousand devices, answered and on disk, against a bare server that writes the
 * same rows and answers as much, without any checks.
 */
export async function configure(): Promise<Result> {
  await using ourFolder = await aFolder();
  await using bareFolder = await aFolder();
  const file = await seedStore(ourFolder.path, DEVICES, 'without events');
  const bareFile = join(bareFolder.path, 'bare.db');
  copyFileSync(file, bareFile);
  await using station = await startStation(ourFolder.path);
  await using bare = await startBare(bareFile);
  const devicesId = idsIn(file);
  const clients = { ours: new Client(station.url), bare: new Client(`http://127.0.0.1:${bare.port}`) };
  const measure = async (name: keyof typeof clients, version: number): Promise<number> => {
    const headers = { authorization: `Bearer ${station.token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ devicesId, settings: settingsOf(version) });
    const startedAtMs = performance.now();
    const answer = await clients[name].request({ method: 'PUT', path: '/devices/configure', headers, body });
    const size = (await answer.body.arrayBuffer()).byteLength;
    const tookMs = performance.now() - startedAtMs;
    if (answer.statusCode !== 200 || size < DEVICES * MIN_ANSWER_BYTES)
      throw new Error(`${name}: answered ${answer.statusCode} with ${size} bytes`);
    return tookMs;
  };
  try {
    const rounds: { ours: number; bare: number }[] = [];
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const version = round + WARM_UP + 1;
      const both = { ours: await measure('ours', version), bare: await measure('bare', version) };
      if (round >= 0) rounds.push(both);
    }
    const typical = (name: 'ours' | 'bare') => median(rounds.map((round) => round[name])).toFixed(0);
    return {
      name: 'configure',
      ratio: median(rounds.map((round) => round.ours / round.bare)),
      bar: { limit: 1.5, is: 'at-most' },
      detail: `ours ${typical('ours')} ms, bare ${typical('bare')} ms for ${DEVICES} devices with 40 entries`,
    };
  } finally {
    await Promise.all(Object.values(clients).map((client) => client.close()));
  }
}

async function startBare(file: string): Promise<AsyncDisposable & { port: number }> {
  const script = fileURLToPath(new URL('baselines/bare-configure.ts', import.meta.url));
  const { child, line } = await startUntilFirstLine([script, file]);
  return { port: Number(line), [Symbol.asyncDispose]: () => stopProcess(child) };
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
