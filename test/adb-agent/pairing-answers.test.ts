import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

import { AdbServerClient } from '@yume-chan/adb';
import { AdbServerNodeTcpConnector } from '@yume-chan/adb-server-node-tcp';
import { expect, test } from 'vitest';

import { canPair, pairWith } from '../../main/adb/pairing.ts';
import { pairWireless } from '../../shared/contract/enrolment/adb/wireless.ts';
import {
  isAtCable,
  isOwnNameOf,
  movedTo,
  nameAt,
  serialIn,
  wifiAddressIn,
} from '../../shared/domain/enrolment/adb-wifi.ts';

const ADDRESS = '192.168.1.20:37001';
const CODE = '482193';

/** A server that answers every request with these bytes. */
async function answering(answer: string) {
  const asked: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (first: Buffer) => {
      asked.push(first.toString('latin1', 4));
      socket.end(answer);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = new AdbServerClient(new AdbServerNodeTcpConnector({ host: '127.0.0.1', port }));
  return { client, asked, [Symbol.asyncDispose]: async () => void server.close() };
}

const said = (text: string, head = 'OKAY'): string =>
  `${head}${Buffer.byteLength(text).toString(16).padStart(4, '0')}${text}`;

test.each([
  [
    said(`Successfully paired to ${ADDRESS} [guid=adb-PA92-10X7-x7Kd2p]`),
    { outcome: 'paired', serial: 'PA92-10X7' },
  ],
  [said(`Successfully paired to ${ADDRESS}`), { outcome: 'paired', serial: null }],
  [said('Failed: Wrong password or connection was dropped.'), { outcome: 'wrongCode' }],
  [said('Failed: Unable to start pairing client.'), { outcome: 'unreachable' }],
  // Later servers send a failure as one.
  [`OKAY${said('Failed: Wrong password or connection was dropped.', 'FAIL')}`, { outcome: 'wrongCode' }],
  [said('unknown host service', 'FAIL'), { outcome: 'cannotPair' }],
  [said(`Failed: ${CODE} and ${CODE}`), { outcome: 'failed', words: 'Failed: … and …' }],
  [said('x'.repeat(60_000)), { outcome: 'failed', words: 'x'.repeat(300) }],
  ['OKAYzzzz', { outcome: 'failed' }],
  ['OKAY0fffcut off', { outcome: 'failed' }],
  ['HTTP/1.1 400 Bad Request', { outcome: 'failed' }],
  ['', { outcome: 'failed' }],
] as const)(
  'of the answer %j the outcome is what it says, and the code is not in it',
  async (answer, expected) => {
    await using server = await answering(answer);
    const answered = await pairWith(server.client, ADDRESS, CODE);
    expect(answered).toMatchObject(expected);
    expect(JSON.stringify(answered)).not.toContain(CODE);
    expect(server.asked).toEqual([`host:pair:${CODE}:${ADDRESS}`]);
  },
);

test.each([
  [said('Invalid port while parsing address [0.0.0.0:0]'), true],
  [said('unknown host service', 'FAIL'), false],
  ['nonsense', null],
  ['', null],
] as const)(
  'a server that answers %j to an impossible address: it can pair is %j',
  async (answer, expected) => {
    await using server = await answering(answer);
    expect(await canPair(server.client)).toBe(expected);
  },
);

test('names of adb tell the place on the Wi-Fi, and what is announced the serial number', () => {
  expect(nameAt('192.168.1.20')).toBe('192.168.1.20:5555');
  expect(nameAt('192.168.1.20:41237')).toBe('192.168.1.20:41237');
  expect(wifiAddressIn('192.168.1.20:5555')).toBe('192.168.1.20');
  expect(wifiAddressIn('192.168.1.20:41237')).toBe('192.168.1.20:41237');
  expect(wifiAddressIn('1WMHHA1')).toBeNull();
  expect(movedTo('192.168.1.9', '192.168.1.20:41237')).toBe('192.168.1.9:41237');
  expect(movedTo('192.168.1.9', '192.168.1.20')).toBe('192.168.1.9');
  const own = 'adb-1WMHHA1-x7Kd2p._adb-tls-connect._tcp';
  expect(
    [own, `${own}.`, '192.168.1.20:41237', '1WMHHA1'].map((name) => isAtCable({ name, usbPath: null })),
  ).toEqual([false, false, false, true]);
  expect([
    isOwnNameOf('1WMHHA1', own),
    isOwnNameOf('1WMHHA', own),
    isOwnNameOf('1WMHHA1', '1WMHHA1'),
  ]).toEqual([true, false, false]);
  expect(['adb-A-B-x7Kd2p', 'adb-A-x7Kd2p (2)', 'adb-A', 'studio-x7Kd2p', ''].map(serialIn)).toEqual([
    'A-B',
    'A',
    null,
    null,
    null,
  ]);
});

test('an address is four numbers and a port: no name, no path, and nothing that adb would take for another service', () => {
  const accepts = (address: string) => pairWireless.body.safeParse({ address, code: CODE }).success;
  expect(['192.168.1.20:37001', '10.0.0.1:1', '255.255.255.255:65535'].map(accepts)).toEqual([
    true,
    true,
    true,
  ]);
  const wrong = [
    'quest.local:37001',
    '192.168.1.20',
    '192.168.1.256:37001',
    '192.168.1.20:65536',
    '192.168.1.20:0',
    '192.168.1.20:037001',
    '192.168.1.20:37001\nhost:kill',
    ' 192.168.1.20:37001',
    '[::1]:37001',
    '',
  ];
  expect(wrong.filter(accepts)).toEqual([]);
  const codes = ['48219', '4821930', '48219a', '482193\n', '４８２１９３', ''];
  expect(codes.filter((code) => pairWireless.body.safeParse({ address: ADDRESS, code }).success)).toEqual([]);
});
