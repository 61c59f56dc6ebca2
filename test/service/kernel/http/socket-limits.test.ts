import { once } from 'node:events';
import { createServer as createHttp, type Server } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { answerMalformed } from '../../../../main/service/kernel/http/errors.ts';
import { limitSockets } from '../../../../main/service/kernel/http/limits/socket-limits.ts';
import { aStation } from '../../../support/a-station.ts';
import { anOwnCertificate } from '../../../support/own-certificate.ts';

/** A client that never disconnects. */
async function aStubbornClient(port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

async function listening(server: Server): Promise<{ port: number } & AsyncDisposable> {
  server.on('clientError', answerMalformed);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the number of a server's connections. */
const countOf = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((_, count) => resolve(count)));

test('a client that sends no HTTP and never disconnects is disconnected', async () => {
  await using station = await aStation();
  const client = await aStubbornClient(Number(new URL(station.url).port));
  client.write('what is this\r\n\r\n');
  client.resume();
  await once(client, 'end');

  // A closed connection answers with a reset; a half-open one accepts everything.
  const until = Date.now() + 10_000;
  while (!client.destroyed && Date.now() < until) {
    client.write('more');
    await sleep(50);
  }

  expect(client.destroyed).toBe(true);
});

test('a request that stays incomplete is disconnected, even if the answer is not read', async () => {
  const server = createHttp({ requestTimeout: 100, headersTimeout: 100, connectionsCheckingInterval: 50 });
  await using at = await listening(server);
  const clients = await Promise.all(Array.from({ length: 20 }, () => aStubbornClient(at.port)));
  for (const client of clients) client.pause().write('GET / HTTP/1.1\r\nHost: x\r\n');

  await expect.poll(() => countOf(server)).toBe(0);
  for (const client of clients) client.destroy();
});

test('a hundred bodies that arrive a byte at a time keep nobody waiting', async () => {
  await using station = await aStation();
  const port = Number(new URL(station.url).port);
  const clients = await Promise.all(Array.from({ length: 100 }, () => aStubbornClient(port)));
  const head = `POST /devices/lookup HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${station.token}`;
  for (const client of clients)
    client.write(`${head}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{`);
  const drip = setInterval(() => clients.forEach((client) => client.write(' ')), 20);

  const statuses = await Promise.all(
    Array.from({ length: 50 }, async () => (await station.send('GET', '/devices')).status),
  );

  clearInterval(drip);
  expect(clients.filter((client) => client.closed)).toEqual([]);
  for (const client of clients) client.destroy();
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('a body that never ends is disconnected, however steadily it arrives', async () => {
  const server = createHttp({ requestTimeout: 200, connectionsCheckingInterval: 50 }, (request) =>
    request.resume(),
  );
  await using at = await listening(server);
  const clients = await Promise.all(Array.from({ length: 20 }, () => aStubbornClient(at.port)));
  for (const client of clients) client.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n');
  const drip = setInterval(() => clients.forEach((client) => client.write(' ')), 20);

  await expect.poll(() => countOf(server)).toBe(0);

  clearInterval(drip);
  for (const client of clients) client.destroy();
});

test('a client that never completes the TLS handshake is disconnected', async () => {
  const { key, cert } = await anOwnCertificate();
  const server = createHttps({ key, cert, handshakeTimeout: 100 });
  await using at = await listening(server);
  limitSockets(server, { inAll: 100, perAddress: 100, isExempt: () => false });
  let count = 0;
  server.on('connection', () => (count += 1));
  const clients = await Promise.all(Array.from({ length: 20 }, () => aStubbornClient(at.port)));
  await expect.poll(() => count).toBe(20);

  await expect.poll(() => countOf(server)).toBe(0);
  for (const client of clients) client.destroy();
});

test.for(['http', 'https'])(
  'one address cannot use every connection of %s, and gets its own back',
  async (kind) => {
    const { key, cert } = await anOwnCertificate();
    const server = kind === 'http' ? createHttp() : createHttps({ key, cert });
    await using at = await listening(server);
    limitSockets(server, { inAll: 100, perAddress: 5, isExempt: (address) => address === '127.0.0.3' });

    const clients: Socket[] = [];
    for (let index = 0; index < 8; index += 1) clients.push(await aStubbornClient(at.port));
    await expect.poll(() => countOf(server)).toBe(5);
    const neighbour = await aStubbornClient(at.port, '127.0.0.2');
    const exempt: Socket[] = [];
    for (let index = 0; index < 8; index += 1) exempt.push(await aStubbornClient(at.port, '127.0.0.3'));
    await expect.poll(() => countOf(server)).toBe(5 + 1 + 8);

    for (const client of clients) client.destroy();
    await expect.poll(() => countOf(server)).toBe(1 + 8);
    clients.push(await aStubbornClient(at.port));
    await expect.poll(() => countOf(server)).toBe(1 + 8 + 1);
    for (const client of [...clients, neighbour, ...exempt]) client.destroy();
  },
);

test('beyond the maximum number of connections no further one is accepted', async () => {
  const server = createHttp();
  await using at = await listening(server);
  limitSockets(server, { inAll: 3, perAddress: 100, isExempt: () => true });
  const clients = await Promise.all(Array.from({ length: 6 }, () => aStubbornClient(at.port)));
  await expect.poll(() => countOf(server)).toBe(3);
  for (const client of clients) client.destroy();
});
