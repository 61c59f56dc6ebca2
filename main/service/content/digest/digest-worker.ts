import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

import { PIECE_BYTES } from '../../../../shared/contract/content/library.ts';
import type { Order } from './order.ts';

const STEP_BYTES = 1024 * 1024;

/** A file that is followed while it grows. */
type Session = {
  readonly file: number;
  readonly whole: Hash;
  piece: Hash;
  readonly pieces: string[];
  at: number;
  toBytes: number;
  isEnded: boolean;
};

const sessions = new Map<string, Session>();
const buffer = Buffer.alloc(STEP_BYTES);
let isRunning = false;

function openSession(path: string): Session {
  return {
    file: openSync(path, 'r'),
    whole: createHash('sha256'),
    piece: createHash('sha256'),
    pieces: [],
    at: 0,
    toBytes: 0,
    isEnded: false,
  };
}

function close(id: string): void {
  const session = sessions.get(id);
  sessions.delete(id);
  if (session !== undefined) closeSync(session.file);
}

/** Digests the next part, never across the end of a piece. Returns false if there is nothing to digest. */
function advance(session: Session): boolean {
  const leftInPiece = PIECE_BYTES - (session.at % PIECE_BYTES);
  const length = Math.min(STEP_BYTES, session.toBytes - session.at, leftInPiece);
  if (length <= 0) return false;
  const read = readSync(session.file, buffer, 0, length, session.at);
  if (read === 0) throw new Error('The file is shorter than declared');
  const part = buffer.subarray(0, read);
  session.whole.update(part);
  session.piece.update(part);
  session.at += read;
  if (read === leftInPiece) endPiece(session);
  return true;
}

function endPiece(session: Session): void {
  session.pieces.push(session.piece.digest('hex'));
  session.piece = createHash('sha256');
}

/** Advances each file in turn, handling messages in between. */
function run(): void {
  let isBusy = false;
  for (const [id, session] of sessions) {
    try {
      if (advance(session)) isBusy = true;
      else if (session.isEnded) finish(id, session);
    } catch (error) {
      close(id);
      parentPort?.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
    }
  }
  isRunning = isBusy;
  if (isBusy) setImmediate(run);
}

function finish(id: string, session: Session): void {
  if (session.at % PIECE_BYTES > 0) endPiece(session);
  close(id);
  parentPort?.postMessage({ id, sha256: session.whole.digest('hex'), pieces: session.pieces });
}

function handleOrder(order: Order): void {
  if (order.type === 'dropped') return close(order.id);
  try {
    const session = sessions.get(order.id) ?? openSession(order.path);
    sessions.set(order.id, session);
    session.toBytes = order.type === 'ended' ? order.sizeBytes : order.toBytes;
    session.isEnded = order.type === 'ended';
  } catch (error) {
    parentPort?.postMessage({ id: order.id, error: error instanceof Error ? error.message : String(error) });
    return;
  }
  if (isRunning) return;
  isRunning = true;
  setImmediate(run);
}

// The messages come from the station's own process, which knows their form.
parentPort?.on('message', (order: Order) => handleOrder(order));
