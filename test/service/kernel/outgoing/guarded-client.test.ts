import { once } from 'node:events';
import { createServer as createTcpServer } from 'node:net';

import { expect, test } from 'vitest';

import { GuardedClient } from '../../../../main/service/kernel/outgoing/guarded-client.ts';
import { OutgoingError } from '../../../../main/service/kernel/outgoing/outgoing-error.ts';
import { aBackend, bytes, json, status } from '../../../support/a-backend.ts';

type Policy = ConstructorParameters<typeof GuardedClient>[0]['policy'];
type Request = Parameters<GuardedClient['fetch']>[0];

/** A client that closes with the test. */
function aClient(policy: Policy = 'anyHost', connections = 4): GuardedClient & AsyncDisposable {
  const client = new GuardedClient({ policy, connections });
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

function get(url: string, input: Partial<Request> = {}): Request {
  return {
    url: new URL(url),
    method: 'GET',
    headers: {},
    body: undefined,
    totalMs: 5_000,
    maxBytes: 1_000,
    redirects: 'sameOrigin',
    isWanted: (type) => type === 'text/plain',
    ...input,
  };
}

/** Returns why a fetch had no answer. */
async function reasonOf(fetching: Promise<unknown>): Promise<string> {
  try {
    await fetching;
    return 'answered';
  } catch (error) {
    if (error instanceof OutgoingError) return error.reason;
    throw error;
  }
}

test('an answer has its status, its headers and its bytes', async () => {
  await using backend = await aBackend(bytes('hello', 'text/plain; charset=utf-8', { etag: '"1"' }));
  await using client = aClient();

  const answer = await client.fetch(get(`${backend.url}/a?b=c`));

  expect(answer).toMatchObject({ status: 200, body: Buffer.from('hello') });
  expect(answer.header('etag')).toBe('"1"');
  expect(backend.received).toMatchObject([{ method: 'GET', path: '/a?b=c' }]);
});

test('only the request itself is sent: no cookies of earlier answers, no credentials of the address', async () => {
  await using backend = await aBackend(bytes('', 'text/plain', { 'set-cookie': 'a=b' }));
  await using client = aClient();

  await client.fetch(get(backend.url));
  await client.fetch(get(backend.url.replace('//', '//name:secret@')));

  for (const { headers } of backend.received) {
    expect(Object.keys(headers).toSorted()).toEqual(['accept-encoding', 'connection', 'host']);
  }
});

test.for(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1'])(
  'a client for the internet does not even connect to this computer as %s',
  async (host) => {
    await using backend = await aBackend(json({}));
    await using client = aClient('publicOnly');

    const url = backend.url.replace('127.0.0.1', host);

    expect(await reasonOf(client.fetch(get(url)))).toBe('address');
    expect(backend.received).toEqual([]);
  },
);

test('a client for the local network does not connect to this computer either', async () => {
  await using backend = await aBackend(json({}));
  await using client = aClient('privateOnly');

  expect(await reasonOf(client.fetch(get(backend.url)))).toBe('address');
  expect(await reasonOf(client.fetch(get(backend.url.replace('127.0.0.1', 'localhost'))))).toBe('address');
});

test('a name is allowed if the policy allows its address', async () => {
  await using backend = await aBackend(bytes('', 'text/plain'));
  await using client = aClient('anyHost');

  expect((await client.fetch(get(backend.url.replace('127.0.0.1', 'localhost')))).status).toBe(200);
});

test('a redirect within the same origin is followed, at most three times', async () => {
  await using backend = await aBackend(({ path }, response) => {
    const left = Number(path.slice(1));
    if (left > 0) response.writeHead(302, { location: `/${String(left - 1)}` }).end();
    else response.writeHead(200, { 'content-type': 'text/plain' }).end('there');
  });
  await using client = aClient();

  expect((await client.fetch(get(`${backend.url}/3`))).body.toString()).toBe('there');
  expect(await reasonOf(client.fetch(get(`${backend.url}/4`)))).toBe('redirect');
});

test.for([
  'http://localhost:PORT/',
  'http://127.0.0.1:1/',
  'https://127.0.0.1:PORT/',
  '//evil.example/',
  'file:///etc/passwd',
  'http://[',
])('a redirect to %s is not followed', async (location) => {
  await using backend = await aBackend(status(302));
  backend.behave = status(302, { location: location.replace('PORT', new URL(backend.url).port) });
  await using client = aClient();

  expect(await reasonOf(client.fetch(get(backend.url)))).toBe('redirect');
  expect(backend.received).toHaveLength(1);
});

test('if redirects are not wanted, or a body was sent, none is followed', async () => {
  await using backend = await aBackend(status(307, { location: '/elsewhere' }));
  await using client = aClient();

  expect(await reasonOf(client.fetch(get(backend.url, { redirects: 'none' })))).toBe('redirect');
  expect(await reasonOf(client.fetch(get(backend.url, { method: 'POST', body: '{}' })))).toBe('redirect');
  expect(backend.received).toHaveLength(2);
});

test('a body may have exactly the maximum number of bytes, whether its length is announced or not', async () => {
  await using backend = await aBackend(({ path }, response) => {
    const body = 'x'.repeat(path.includes('large') ? 1_001 : 1_000);
    response.writeHead(200, {
      'content-type': 'text/plain',
      ...(path.includes('announced') ? { 'content-length': body.length } : {}),
    });
    response.write(body.slice(0, 10));
    response.end(body.slice(10));
  });
  await using client = aClient();
  const ask = (path: string) => reasonOf(client.fetch(get(backend.url + path)));

  expect(await ask('/announced')).toBe('answered');
  expect(await ask('/streamed')).toBe('answered');
  expect(await ask('/announced/large')).toBe('tooLarge');
  expect(await ask('/streamed/large')).toBe('tooLarge');
});

test('an endless body is aborted at the limit', async () => {
  await using backend = await aBackend((_received, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    const more = (): boolean => response.write('x'.repeat(500));
    response.on('drain', more);
    while (more());
  });
  await using client = aClient();

  expect(await reasonOf(client.fetch(get(backend.url)))).toBe('tooLarge');
});

test('an unwanted type, a missing one, and an encoded body are refused', async () => {
  await using backend = await aBackend(bytes('', 'text/html'));
  await using client = aClient();
  const ask = () => reasonOf(client.fetch(get(backend.url)));

  expect(await ask()).toBe('type');
  backend.behave = (_received, response) => void response.writeHead(200).end('hello');
  expect(await ask()).toBe('type');
  backend.behave = bytes('', 'text/plain', { 'content-encoding': 'gzip' });
  expect(await ask()).toBe('type');
  backend.behave = bytes('', 'TEXT/PLAIN ;charset=utf-8');
  expect(await ask()).toBe('answered');
});

test('another status is an answer without a body', async () => {
  await using backend = await aBackend((_received, response) => void response.writeHead(500).end('a secret'));
  await using client = aClient();

  expect(await client.fetch(get(backend.url))).toMatchObject({ status: 500, body: Buffer.alloc(0) });
});

test('missing and dripping answers are aborted after the total time', async () => {
  await using backend = await aBackend(() => {
    // Never answers.
  });
  await using client = aClient();
  expect(await reasonOf(client.fetch(get(backend.url, { totalMs: 100 })))).toBe('timeout');

  backend.behave = (_received, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    const timer = setInterval(() => response.write('x'), 10);
    response.on('close', () => clearInterval(timer));
  };
  expect(await reasonOf(client.fetch(get(backend.url, { totalMs: 200 })))).toBe('timeout');
});

test('a closed port, a broken connection and a server that does not speak HTTP are unreachable', async () => {
  await using backend = await aBackend((_received, response) => void response.destroy());
  await using client = aClient();
  expect(await reasonOf(client.fetch(get(backend.url)))).toBe('unreachable');
  await backend.goAway();
  expect(await reasonOf(client.fetch(get(backend.url)))).toBe('unreachable');

  const chatter = createTcpServer((socket) => void socket.end('220 mail.example ESMTP\r\n')).listen(
    0,
    '127.0.0.1',
  );
  await once(chatter, 'listening');
  const { port } = chatter.address() as { port: number };
  expect(await reasonOf(client.fetch(get(`http://127.0.0.1:${String(port)}`)))).toBe('unreachable');
  chatter.close();
});

test('no more connections than allowed are opened; further requests wait for one', async () => {
  await using backend = await aBackend((_received, response) => {
    setImmediate(() => response.writeHead(200, { 'content-type': 'text/plain' }).end());
  });
  await using client = aClient('anyHost', 2);

  const answers = await Promise.all(Array.from({ length: 20 }, () => client.fetch(get(backend.url))));

  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
  expect(backend.connections).toBe(2);
});

test('a closed client aborts its requests', async () => {
  await using backend = await aBackend(() => {
    // Never answers.
  });
  const client = new GuardedClient({ policy: 'anyHost', connections: 4 });
  const fetching = reasonOf(client.fetch(get(backend.url)));
  while (backend.received.length === 0) await new Promise((resolve) => setImmediate(resolve));

  await client.close();

  expect(await fetching).toBe('unreachable');
  expect(await reasonOf(client.fetch(get(backend.url)))).toBe('unreachable');
});
