import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, test } from 'vitest';

import { parseServeFlags } from '../../main/cli/serve/serve-flags.ts';
import { proxyObstacle } from '../support/cells/cluster.ts';
import { anOwnCertificate } from '../support/own-certificate.ts';
import { aFolder } from '../support/temp-folder.ts';
import { compose, containerEnv, containerFolder } from './container-files.ts';

test('HAProxy accepts the configuration that compose.yaml starts, with TLS', async ({ skip }) => {
  const obstacle = proxyObstacle();
  if (obstacle !== undefined) skip(obstacle);
  using folder = aFolder();
  const { proxyEnv } = compose();
  cpSync(join(containerFolder, 'maps'), join(folder.path, 'maps'), { recursive: true });
  const { key, cert } = await anOwnCertificate();
  writeFileSync(join(folder.path, 'central.pem'), `${cert}\n${key}\n`);
  const here = (text: string): string => text.replaceAll('/etc/muster', folder.path);
  const env = Object.fromEntries(Object.entries(proxyEnv).map(([name, value]) => [name, here(value)]));
  const config = resolve(containerFolder, '../cells/haproxy.cfg');
  const words = ['-c', '-f', config, '-f', join(containerFolder, 'cells.cfg')];
  const { status, stderr } = spawnSync('haproxy', words, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  expect([status, stderr]).toEqual([0, expect.not.stringContaining('[ALERT]')]);
});

test('the container’s variables and the flags of compose.yaml are a valid central that trusts only its proxy', () => {
  const { centralFlags, proxyAddress, centralAddress } = compose();
  expect(parseServeFlags(centralFlags, containerEnv())).toMatchObject({
    kind: 'serve',
    options: {
      role: 'central',
      host: '0.0.0.0',
      port: 7440,
      dataFolder: '/var/lib/muster',
      cell: { name: 'c01' },
      trustedProxies: [`${proxyAddress}/32`],
    },
  });
  expect(readFileSync(join(containerFolder, 'cells.cfg'), 'utf8')).toContain(`${centralAddress}:7440`);
});
