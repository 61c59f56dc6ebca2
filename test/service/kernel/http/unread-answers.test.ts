import Fastify from 'fastify';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { dropUnreadAnswers } from '../../../../main/service/kernel/http/limits/unread-answers.ts';

/** More than the buffers of two sockets hold. */
const ANSWER_BYTES = 24 * 2 ** 20;
const UNREAD_MS = 2_000;
const SLOW_MS = 6_000;

async function aServer(unreadMs = UNREAD_MS) {
  const http = Fastify();
  dropUnreadAnswers(http, unreadMs);
  http.get('/large', () => Buffer.alloc(ANSWER_BYTES, 'x'));
  http.get('/late', async () => {
    await sleep(UNREAD_MS * 1.2);
    return 'late';
  });
  await http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = http.server.address() as AddressInfo;
  return { http, port, [Symbol.asyncDispose]: async () => http.close() };
}

async function asking(port: number, path: string): Promise<Socket> {
  const client = connect({ port, host: '127.0.0.1' });
  client.on('error', () => undefined);
  await once(client, 'connect');
  client.pause().write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  return client;
}

const connectionsOf = ({ http }: Awaited<ReturnType<typeof aServer>>): Promise<number> =>
  new Promise((resolve) => http.server.getConnections((_error, count) => resolve(count)));

test('an answer that nobody reads does not stay in memory: the client is disconnected', async () => {
  await using server = await aServer();
  const client = await asking(server.port, '/large');
  expect(await connectionsOf(server)).toBe(1);

  await expect.poll(() => connectionsOf(server)).toBe(0);
  client.destroy();
});

test('an answer that is read slowly arrives whole, however long that takes', async () => {
  // Long enough for a busy computer, which this client shares with the server.
  await using server = await aServer(SLOW_MS);
  const client = await asking(server.port, '/large');
  const startedAtMs = performance.now();
  let bytes = 0;
  while (bytes < ANSWER_BYTES) {
    const piece: unknown = client.read();
    if (Buffer.isBuffer(piece)) bytes += piece.length;
    if (client.destroyed) break;
    await sleep(20);
  }

  expect(bytes).toBeGreaterThanOrEqual(ANSWER_BYTES);
  expect(performance.now() - startedAtMs).toBeGreaterThan(SLOW_MS);
  client.destroy();
});

test('an answer may be late, and the connection serves the next request', async () => {
  await using server = await aServer();
  const client = await asking(server.port, '/late');
  client.resume();
  const read = async (): Promise<string> => String((await once(client, 'data'))[0]);

  expect(await read()).toContain('late');
  client.write('GET /late HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(await read()).toContain('late');
  client.destroy();
});
