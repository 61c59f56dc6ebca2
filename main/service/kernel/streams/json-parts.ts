import { Readable } from 'node:stream';

import type { FastifyReply } from 'fastify';
import type { z } from 'zod';

import { Pause } from '../yielding.ts';

/**
 * An answer too large to be written in one turn of the event loop: its JSON text in parts, made turn by turn by the
 * handler. Together they are one JSON value of the endpoint's reply schema.
 */
export class JsonParts {
  readonly parts: readonly string[];

  constructor(parts: readonly string[]) {
    this.parts = parts;
  }
}

const LINES_PER_PACKET = 50;

/** The items of a JSON array, each text already, in fewer and larger parts, with the commas between them. */
export function inPackets(lines: readonly string[]): string[] {
  const packets: string[] = [];
  for (let at = 0; at < lines.length; at += LINES_PER_PACKET) {
    const text = lines.slice(at, at + LINES_PER_PACKET).join(',');
    packets.push(at === 0 ? text : `,${text}`);
  }
  return packets;
}

/** Sent in pieces of at least this many characters, as far as there are so many. */
const PIECE = 64 * 1024;

/**
 * The parts as bytes, a few at a time. A stream over the texts themselves would write all that the socket takes, tens of
 * megabytes on the same computer, in one turn of the event loop.
 */
async function* inPieces(parts: readonly string[]): AsyncGenerator<Buffer> {
  const pause = new Pause();
  let text = '';
  for (const part of parts) {
    text += part;
    if (text.length < PIECE) continue;
    yield Buffer.from(text);
    text = '';
    await pause.ifDue();
  }
  if (text !== '') yield Buffer.from(text);
}

/** Sends the parts; with a schema the whole is checked first, as every other reply is where the server was told to. */
export function sendParts(
  reply: FastifyReply,
  { parts }: JsonParts,
  schema: z.ZodType | undefined,
): FastifyReply {
  schema?.parse(JSON.parse(parts.join('')));
  return reply.type('application/json; charset=utf-8').send(Readable.from(inPieces(parts)));
}
