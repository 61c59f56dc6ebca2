import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import { expect, test } from 'vitest';

import { hasPrograms, NodeArp } from '../../../../main/service/network/mac/node-arp.ts';
import { aFolder } from '../../../support/temp-folder.ts';

const never = (): AbortSignal => new AbortController().signal;

/** A thread in place of the library's, which answers with the text of `script` about `id` and `ip`. */
function aWorker(script: string): Worker {
  const source = `
    const { parentPort } = require('node:worker_threads');
    const answer = (id, mac) => parentPort.postMessage({ id, mac });
    parentPort.on('message', ({ id, ip }) => { ${script} });`;
  return new Worker(source, { eval: true, stdout: true, stderr: true });
}

function aNodeArp(script: string, hasThem = true) {
  let started = 0;
  const nodeArp = new NodeArp({
    startWorker: () => {
      started += 1;
      return aWorker(script);
    },
    hasPrograms: () => Promise.resolve(hasThem),
    neighboursAmong: (ips) => ips.filter((ip) => ip.startsWith('10.77.')),
  });
  return { nodeArp, started: () => started };
}

const ips = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `10.77.0.${String(at + 1)}`);

test('an answer is converted to the interface’s form', async () => {
  const { nodeArp } = aNodeArp("answer(id, '2c:26:17:01:2:3')");

  expect([...(await nodeArp.find(['10.77.0.1'], never()))]).toEqual([['10.77.0.1', '2C:26:17:01:02:03']]);
});

test.for(['"(incomplete)"', 'null', '"+SELINUX"', '"ff:ff:ff:ff:ff:ff"', '""'])(
  'its answer %s is invalid',
  async (answer) => {
    const { nodeArp } = aNodeArp(`answer(id, ${answer})`);

    expect(await nodeArp.find(['10.77.0.1'], never())).toEqual(new Map());
  },
);

test('an uncaught exception ends its thread only, and the next lookup gets a new one', async () => {
  const { nodeArp, started } = aNodeArp(`
    if (ip === '10.77.0.1') setTimeout(() => { throw new Error('spawn ping ENOENT'); });
    else answer(id, '2c:26:17:00:00:02');`);

  expect(await nodeArp.find(['10.77.0.1'], never())).toEqual(new Map());
  expect((await nodeArp.find(['10.77.0.2'], never())).get('10.77.0.2')).toBe('2C:26:17:00:00:02');
  expect(started()).toBe(2);
});

test('a lookup that never calls back is abandoned', async () => {
  const { nodeArp } = aNodeArp('');
  const signal = AbortSignal.timeout(50);

  expect(await nodeArp.find(['10.77.0.1'], signal)).toEqual(new Map());
  expect(await nodeArp.find(['10.77.0.1'], AbortSignal.abort())).toEqual(new Map());
});

test('at most eight lookups run at once, in one thread', async () => {
  const { nodeArp, started } = aNodeArp("answer(id, '2c:26:17:00:00:01')");
  const many = Promise.all([nodeArp.find(ips(6), never()), nodeArp.find(ips(20), never())]);

  expect((await many).map((found) => found.size)).toEqual([6, 2]);
  expect(started()).toBe(1);
});

test('node-arp is not called for an address that is not a neighbour, nor if its programs are missing', async () => {
  const foreign = aNodeArp('answer(id, "2c:26:17:00:00:01")');
  const bare = aNodeArp('answer(id, "2c:26:17:00:00:01")', false);

  expect(await foreign.nodeArp.find(['192.168.1.1', '-V', 'fe80::1'], never())).toEqual(new Map());
  expect(await bare.nodeArp.find(['10.77.0.1'], never())).toEqual(new Map());
  expect([foreign.started(), bare.started()]).toEqual([0, 0]);
});

test('its programs exist if both can be started', async ({ skip }) => {
  if (process.platform === 'win32') return skip('programs are made otherwise on Windows');
  using folder = aFolder();
  const make = (name: string, mode: number): void => {
    writeFileSync(join(folder.path, name), '#!/bin/sh\n');
    chmodSync(join(folder.path, name), mode);
  };
  const env = { PATH: `/nowhere::${folder.path}` };

  make('ping', 0o755);
  expect(await hasPrograms('linux', env)).toBe(false);
  make('arp', 0o644);
  expect(await hasPrograms('linux', env)).toBe(false);
  chmodSync(join(folder.path, 'arp'), 0o755);
  expect(await hasPrograms('linux', env)).toBe(true);
  expect(await hasPrograms('darwin', env)).toBe(true);
  expect(await hasPrograms('linux', {})).toBe(false);
  expect(await hasPrograms('freebsd', env)).toBe(false);
});
