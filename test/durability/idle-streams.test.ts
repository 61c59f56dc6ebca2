import { connect, type Socket } from 'node:net';
import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { sized } from '../support/long.ts';
import { serveStation } from '../support/served-station.ts';
import { aFolder } from '../support/temp-folder.ts';
import { beatOnce, enrolMany } from './beating.ts';

const STREAMS = sized({ long: 5_000, short: 300 });
const CONCURRENCY = 100;

/** Opens an event stream that only the system reads. */
function openStream(url: string, token: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.once('error', reject);
    socket.once('data', (chunk: Buffer) => {
      if (chunk.toString('latin1').startsWith('HTTP/1.1 200')) resolve(socket);
      else reject(new Error(chunk.toString('latin1').slice(0, 200)));
    });
    socket.write(
      `GET /station/updates HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`,
    );
  });
}

const residentMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
const descriptors = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

test(`${STREAMS} idle streams block no report, cost little each, and leave nothing behind`, async () => {
  using folder = aFolder();
  const station = await serveStation(folder.path, ['--rate-limit', '0']);
  const [headset] = await enrolMany(station, 1);
  if (headset === undefined) throw new Error('nobody enrolled');
  const before = { memory: residentMiB(station.pid), descriptors: descriptors(station.pid) };
  const sockets: Socket[] = [];
  for (let opened = 0; opened < STREAMS; opened += CONCURRENCY) {
    const some = Array.from({ length: CONCURRENCY }, () => openStream(station.url, station.token));
    sockets.push(...(await Promise.all(some)));
  }
  const open = descriptors(station.pid);
  const acknowledged = await beatOnce(station, headset, { name: 'beside', count: 10 });
  const perStreamKiB = ((residentMiB(station.pid) - before.memory) * 1_024) / STREAMS;

  for (const socket of sockets) socket.destroy();
  await expect.poll(() => descriptors(station.pid)).toBeLessThan(before.descriptors + 20);
  expect(await station.stop()).toBe(0);

  process.stdout.write(`${STREAMS} idle streams: ${perStreamKiB.toFixed(1)} KiB each\n`);
  expect(open).toBeGreaterThanOrEqual(STREAMS);
  expect(acknowledged).toHaveLength(10);
  expect(perStreamKiB).toBeLessThan(100);
});
