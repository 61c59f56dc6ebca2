import type { FastifyInstance } from 'fastify';
import { Socket } from 'node:net';

/** How long a client may read nothing of its answer, in ms. A headset that falls asleep continues its download later. */
const UNREAD_MS = 120_000;

/**
 * Disconnects clients that do not read their answer, which would be held in memory as long as they stay connected. A
 * slow client may take as long as it needs. HTTP/2 sessions have this limit already.
 */
export function dropUnreadAnswers(http: FastifyInstance, unreadMs = UNREAD_MS): void {
  http.addHook('onSend', (request, reply, _payload, done) => {
    // Node disconnects a socket on which nothing moves that long, and replaces the limit once the answer is sent.
    const { socket } = reply.raw;
    if (request.raw.httpVersionMajor === 1 && socket instanceof Socket) socket.setTimeout(unreadMs);
    done();
  });
}
