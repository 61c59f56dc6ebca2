import type { Disk } from './disk.ts';

/** The parts of a stream that a sync service needs. */
type Line = { write(data: Buffer): Promise<void>; read(length: number): Promise<Buffer> };

const MODE_FILE = 0o100644;

/** Serves `sync:` until QUIT: push and stat in both versions. Source: packages/modules/adb/SYNC.TXT and file_sync_protocol.h. */
export async function serveSync(line: Line, disk: Disk): Promise<void> {
  for (;;) {
    const head = await line.read(8);
    const id = head.toString('latin1', 0, 4);
    const length = head.readUInt32LE(4);
    if (id === 'QUIT') return;
    const path = (await line.read(length)).toString('utf8');
    if (id === 'STAT' || id === 'STA2' || id === 'LST2') await line.write(statOf(id, disk.size(path)));
    else if (id === 'SEND') await receive(line, disk, path.slice(0, path.lastIndexOf(',')));
    else if (id === 'SND2') {
      await line.read(12);
      await receive(line, disk, path);
    } else await fail(line, `unknown sync request ${id}`);
  }
}

async function receive(line: Line, disk: Disk, path: string): Promise<void> {
  const chunks: Buffer[] = [];
  let fault: string | null = null;
  let size = 0;
  for (;;) {
    const head = await line.read(8);
    if (head.toString('latin1', 0, 4) === 'DONE') break;
    const chunk = await line.read(head.readUInt32LE(4));
    chunks.push(chunk);
    size += chunk.length;
    await disk.arrived(chunk.length);
    if (fault === null && size > disk.freeBytes) {
      fault = `couldn't write file: No space left on device`;
      await fail(line, fault);
    }
  }
  if (fault !== null) return;
  disk.write(path, Buffer.concat(chunks));
  await line.write(Buffer.from('OKAY\0\0\0\0', 'latin1'));
}

async function fail(line: Line, words: string): Promise<void> {
  const head = Buffer.alloc(8);
  head.write('FAIL', 'latin1');
  head.writeUInt32LE(words.length, 4);
  await line.write(Buffer.concat([head, Buffer.from(words)]));
}

function statOf(id: string, size: number | undefined): Buffer {
  if (id === 'STAT') {
    const old = Buffer.alloc(16);
    old.write(id, 'latin1');
    old.writeUInt32LE(size === undefined ? 0 : MODE_FILE, 4);
    old.writeUInt32LE(size ?? 0, 8);
    return old;
  }
  const answer = Buffer.alloc(72);
  answer.write(id, 'latin1');
  // ENOENT
  answer.writeUInt32LE(size === undefined ? 2 : 0, 4);
  answer.writeUInt32LE(size === undefined ? 0 : MODE_FILE, 24);
  answer.writeBigUInt64LE(BigInt(size ?? 0), 40);
  return answer;
}
