import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';

import { answerMalformed } from '../../../../main/service/kernel/http/errors.ts';
import { allowLongRequest } from '../../../../main/service/kernel/http/limits/long-requests.ts';
import { guardHttp2 } from '../../../../main/service/network/listener/guard-http2.ts';

/** A server that times out requests after a moment, but allows those to `/long` more time. */
async function aServer() {
  const server = createServer(
    { requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 20 },
    (incoming, response) => {
      if (incoming.url === '/long') allowLongRequest(incoming.socket);
      incoming.resume();
      incoming.on('end', () => response.end('taken'));
      incoming.on('error', () => undefined);
    },
  );
  server.on('clientError', answerMalformed);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { server, port, [Symbol.dispose]: () => server.close().closeAllConnections() };
}

test('a request with a large body may take longer than the server allows others', async () => {
  using here = await aServer();
  const sending = request({ port: here.port, method: 'POST', path: '/long' });
  const answered = new Promise<number | undefined>((resolve) => {
    sending.on('response', (response) => resolve(response.resume().statusCode));
  });
  sending.write('first half');
  await once(here.server, 'clientError');

  sending.end('second half');

  expect(await answered).toBe(200);
});

test('any other request that takes that long is refused and disconnected', async () => {
  using here = await aServer();
  const socket = connect(here.port, '127.0.0.1');
  let reported = '';
  socket.on('data', (chunk: Buffer) => (reported += chunk.toString()));

  socket.write('POST /short HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf');
  await once(socket, 'close');

  expect(reported).toMatch(/^HTTP\/1\.1 400 /);
});

test('over HTTP/2 too only a request with a large body may take long', async () => {
  const server = createHttp2Server((incoming, response) => {
    if (incoming.url === '/long') allowLongRequest(incoming.socket);
    incoming.resume();
    incoming.on('end', () => response.end());
  });
  guardHttp2(server, { requestTimeout: 50, keepAliveTimeout: 60_000 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const session = connectHttp2(`http://127.0.0.1:${port}`);
  const long = session.request({ ':method': 'POST', ':path': '/long' });
  const short = session.request({ ':method': 'POST', ':path': '/short' });
  long.write('first half');

  short.write('first half');
  await once(short, 'close');
  long.end('second half');
  const [headers] = (await once(long, 'response')) as [{ ':status'?: number }];

  expect(headers[':status']).toBe(200);
  session.close();
  server.close();
});
