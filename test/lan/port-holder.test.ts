import fc from 'fast-check';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

import { findPortHolder, socketsAt } from '../../main/service/network/listener/port-holder.ts';

const TCP = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 00000000:1D13 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 70101 1 0000000000000000 100 0 0 10 0
   1: 0100007F:1D13 0100007F:D431 01 00000000:00000000 00:00000000 00000000  1000        0 70102 1 0000000000000000 20 4 30 10 -1
   2: 0100007F:D431 0100007F:1D13 01 00000000:00000000 00:00000000 00000000  1000        0 70103 1 0000000000000000 20 4 30 10 -1
   3: 0100007F:1D13 0100007F:D432 06 00000000:00000000 03:00000f1c 00000000     0        0 0 3 0000000000000000
`;
const UDP = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops
  101: 00000000:14E9 00000000:0000 07 00000000:00000000 00:00000000 00000000   107        0 50505 2 0000000000000000 0
`;

test('TCP ports in use are those with a listening socket; UDP ports those with any socket', () => {
  expect(socketsAt(TCP, 'tcp', 7443)).toEqual(['70101']);
  expect(socketsAt(TCP, 'tcp', 7444)).toEqual([]);
  expect(socketsAt(UDP, 'udp', 5353)).toEqual(['50505']);
  expect(socketsAt('', 'udp', 5353)).toEqual([]);
});

test('no text makes it throw', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(65_535), (text, port) => {
      for (const each of socketsAt(`${TCP}${text}`, 'udp', port)) expect(each).toMatch(/^\d+$/);
    }),
    { seed: 20_261_121 },
  );
});

test('the program that holds a port is named', async ({ skip }) => {
  if (process.platform !== 'linux') return skip('only Linux tells who has a port');
  const holder: ChildProcess = spawn(
    process.execPath,
    [
      '-e',
      `const s = require('net').createServer().listen(0, '127.0.0.1', () => process.send(s.address().port))`,
    ],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  );
  try {
    const [port] = (await once(holder, 'message')) as [number];
    const found = await findPortHolder('tcp', port, new AbortController().signal);
    expect(found).toMatchObject({ pid: holder.pid, program: expect.stringMatching(/\w/) as string });
    expect(await findPortHolder('udp', port, new AbortController().signal)).toBeUndefined();
  } finally {
    const exit = once(holder, 'exit');
    holder.kill();
    await exit;
  }
});
