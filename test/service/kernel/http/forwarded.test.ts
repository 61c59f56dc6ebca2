import { expect, test } from 'vitest';

import { openSession } from '../../../../shared/contract/access/sessions.ts';
import { aStation, type TestStation } from '../../../support/a-station.ts';
import { rawRequest } from '../../../support/raw-http.ts';
import { readTrustedProxies } from '../../../../main/service/kernel/http/forwarded.ts';
import { parseServeFlags } from '../../../../main/cli/serve/serve-flags.ts';

/** Sends a request as a proxy at `localAddress` would for its client. */
async function ask(
  station: TestStation,
  path: string,
  headers: Record<string, string>,
  localAddress = '127.0.0.1',
): Promise<{ status: number; body: string }> {
  const authorization = `Bearer ${station.token}`;
  return rawRequest(station.url, { path, headers: { authorization, ...headers }, localAddress });
}

const OTHERS = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto'] as const;

test.each(['x-forwarded-for', ...OTHERS])(
  'a central without a configured proxy refuses a request with %s, and says what to do',
  async (header) => {
    await using central = await aStation({ role: 'central' });
    const { status, body } = await ask(central, '/devices', { [header]: '203.0.113.9' });
    expect(status).toBe(403);
    expect(body).toContain('--trusted-proxy 127.0.0.1');
  },
);

test('a central that trusts its proxy reads client addresses and its own public name from the proxy’s headers', async () => {
  await using central = await aStation({ role: 'central', trustedProxies: ['127.0.0.0/8'] });
  const forwarded = {
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-host': 'central.example',
    host: 'central.example',
  };

  const answer = await ask(central, '/devices', forwarded);
  const guesses = await Promise.all(
    Array.from({ length: 10 }, (_, index) => wrongCode(central, `203.0.113.9`, index)),
  );

  expect(answer.status).toBe(200);
  expect(guesses.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 404));
  expect((await wrongCode(central, '203.0.113.9', 11)).status).toBe(429);
  expect((await wrongCode(central, '203.0.113.10', 12)).status).toBe(404);
  // A header from the client itself comes to the left of what the proxy adds.
  expect((await wrongCode(central, '203.0.113.77, 203.0.113.9', 13)).status).toBe(429);
});

test.each([
  { value: 'a port', of: (port: number) => `203.0.113.9:${String(port)}` },
  { value: 'a port after IPv6', of: (port: number) => `[2001:db8::9]:${String(port)}` },
  { value: 'two lines', of: (port: number) => [`192.0.2.${String(port)}`, '203.0.113.9'] },
  { value: 'trusted addresses after it', of: () => '203.0.113.9, 127.0.0.5,127.0.0.6' },
])('a client of a trusted proxy is the same one if the header has $value', async ({ of }) => {
  await using central = await aStation({ role: 'central', trustedProxies: ['127.0.0.0/8'] });
  for (let index = 0; index < 10; index += 1)
    expect((await wrongCode(central, of(index), index)).status).toBe(404);
  expect((await wrongCode(central, of(99), 99)).status).toBe(429);
});

test.each(OTHERS)(
  'a central refuses a request with %s that its proxy forwarded without a client address',
  async (header) => {
    await using central = await aStation({ role: 'central', trustedProxies: ['127.0.0.0/8'] });
    for (const addresses of [{}, { 'x-forwarded-for': '' }]) {
      const { status, body } = await ask(central, '/devices', { [header]: '203.0.113.9', ...addresses });
      expect(status).toBe(403);
      expect(body).toContain('without X-Forwarded-For');
    }
  },
);

test('an address is compared as the one that it stands for, and what is no address is not trusted', () => {
  const isTrusted = readTrustedProxies(['10.0.0.0/8', 'fd00::/8']);
  for (const trusted of ['10.1.2.3', '::ffff:10.1.2.3', 'fd00::1']) expect(isTrusted(trusted)).toBe(true);
  for (const other of ['11.0.0.1', '::ffff:11.0.0.1', 'fe80::1', '10.1.2.3:80', 'unknown', '', undefined])
    expect(isTrusted(other)).toBe(false);
});

test('only a forwarded request may name a host other than this computer', async () => {
  await using central = await aStation({ role: 'central', trustedProxies: ['127.0.0.0/8'] });
  expect((await ask(central, '/devices', { host: 'central.example' })).status).toBe(403);
});

test('a sender that is not a trusted proxy cannot pose as one', async () => {
  await using central = await aStation({ role: 'central', trustedProxies: ['127.0.0.7'] });
  const { status, body } = await ask(central, '/devices', { 'x-forwarded-for': '203.0.113.9' }, '127.0.0.8');
  expect(status).toBe(403);
  expect(body).toContain('127.0.0.8');
});

test.each([{ trustedProxies: [] }, { trustedProxies: ['127.0.0.0/8'] }])(
  'operations for this computer only are refused to forwarded requests, also as %o and from loopback',
  async (input) => {
    await using station = await aStation(input);
    for (const from of ['203.0.113.9', '127.0.0.1']) {
      const refusal = await rawRequest(station.url, {
        method: openSession.method,
        path: openSession.path,
        headers: { 'x-forwarded-for': from, 'content-type': 'application/json' },
        body: JSON.stringify({ launchToken: 'x'.repeat(43) }),
      });
      expect(refusal.body).toContain('Only this computer may request this.');
    }
  },
);

test('--trusted-proxy accepts addresses and subnets', () => {
  const parse = (text: string) => parseServeFlags(['--trusted-proxy', text], {});
  expect(parse('10.0.0.0/8, fd00::/8,127.0.0.1')).toMatchObject({
    kind: 'serve',
    options: { trustedProxies: ['10.0.0.0/8', 'fd00::/8', '127.0.0.1'] },
  });
  for (const wrong of ['10.0.0.0/33', 'proxy.example', '', '10.0.0.0/8,,', 'fd00::/129', '10.0.0.0/'])
    expect(parse(wrong)).toMatchObject({ kind: 'usage' });
});

function wrongCode(station: TestStation, from: string | string[], index: number) {
  return rawRequest(station.url, {
    method: 'POST',
    path: '/devices/manual-enrollment',
    headers: {
      authorization: `Bearer ${station.token}`,
      'content-type': 'application/json',
      'x-forwarded-for': from,
    },
    body: JSON.stringify({ code: 1_000_000 + index, androidId: 'guesser' }),
  });
}
