import { readFileSync, rmSync, statfsSync } from 'node:fs';
import { request } from 'node:http';

import { serveStation } from '../support/served-station.ts';
import { aFolder } from '../support/temp-folder.ts';
import type { Result } from './result.ts';

const MIB = 1024 * 1024;
const GOAL_BYTES = 4 * 1024 * MIB;
/** The first upload warms up: the memory that any small upload uses is not measured. */
const WARM_UP_BYTES = 64 * MIB;

/** Private memory of a process, in MiB, without the system's page cache. */
function ownMemory(pid: number): number {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}

/** Sends this many bytes as one upload and returns the duration. */
function send(
  station: { url: string; token: string },
  sizeBytes: number,
  onSent: () => void,
): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const sending = request(
      `${station.url}/station/library?name=bench.bin`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${station.token}`,
          'content-type': 'application/octet-stream',
          'content-length': sizeBytes,
        },
      },
      (response) => {
        response.resume();
        response.on('end', () =>
          response.statusCode === 200
            ? resolve(performance.now() - startedAt)
            : reject(new Error(`The upload was answered ${String(response.statusCode)}`)),
        );
      },
    );
    sending.on('error', reject);
    const chunk = Buffer.alloc(MIB, sizeBytes % 251);
    let left = sizeBytes;
    const push = (): void => {
      while (left > 0) {
        left -= chunk.length;
        onSent();
        if (!sending.write(chunk)) return void sending.once('drain', push);
      }
      sending.end();
    };
    push();
  });
}

/** Growth of a station's memory during the upload of one large file, 4 GiB if the disk has space for it. */
export async function upload(): Promise<Result> {
  using folder = aFolder();
  const { bavail, bsize } = statfsSync(folder.path);
  const sizeBytes = Math.min(GOAL_BYTES, Math.floor((bavail * bsize) / 4 / MIB) * MIB);
  const station = await serveStation(folder.path);
  try {
    await send(station, WARM_UP_BYTES, () => undefined);
    const before = ownMemory(station.pid);
    let max = before;
    const tookMs = await send(station, sizeBytes, () => (max = Math.max(max, ownMemory(station.pid))));
    const growth = max - before;
    const rate = sizeBytes / MIB / (tookMs / 1_000);
    return {
      name: 'upload',
      ratio: growth / 64,
      bar: { limit: 1, is: 'at-most' },
      detail: `memory grew by ${growth.toFixed(1)} of 64 MiB for ${sizeBytes / MIB} MiB at ${rate.toFixed(0)} MiB/s, digests included`,
    };
  } finally {
    await station.stop();
    rmSync(`${folder.path}/library`, { recursive: true, force: true });
  }
}
