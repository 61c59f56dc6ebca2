// The container's steps without a container engine: its files, variables, user and commands, in a root folder of their own.
import { spawn } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

import { expect, test } from 'vitest';

import { buildInterface } from '../../main/cli/build/build.ts';
import { buildService } from '../../main/cli/build/build-service.ts';
import { writeCopy } from '../../main/cli/build/portable/copy-tree.ts';
import { fetchPackage, PackageError } from '../../main/cli/build/portable/fetch-package.ts';
import { readTargets } from '../../main/cli/build/portable/targets.ts';
import { proxyObstacle } from '../support/cells/cluster.ts';
import { aFreePort } from '../support/free-port.ts';
import { anOwnCertificate } from '../support/own-certificate.ts';
import { aFolder } from '../support/temp-folder.ts';
import { compose, containerCommand, containerEnv, containerFolder } from './container-files.ts';
import { rootObstacle, SmallRoot } from './small-root.ts';

const root = resolve(import.meta.dirname, '..', '..');

/** Why the package with Node cannot be had; undefined if it can. */
function packageObstacle(): string | undefined {
  try {
    fetchPackage(readTargets(root)['linux-x64'].node, join(root, 'dist', 'packages'));
    return undefined;
  } catch (error) {
    if (error instanceof PackageError) return error.message;
    throw error;
  }
}

/** Copies the files into a root as the Containerfile does. */
async function writeContainer(small: SmallRoot): Promise<void> {
  await buildInterface(root);
  await buildService(root);
  const target = readTargets(root)['linux-x64'];
  const nodeArchive = fetchPackage(target.node, join(root, 'dist', 'packages'));
  const input = { target, nodeArchive, licenceArchive: nodeArchive, version: '1.0.0' };
  await writeCopy(root, join(small.path, 'opt', 'muster'), input);
  const data = join(small.path, 'var', 'lib', 'muster');
  mkdirSync(data, { recursive: true });
  chownSync(data, 1_000, 1_000);
}

/** Asks for a path over HTTPS, without verifying the certificate; undefined while nothing answers. */
async function ask(port: number, path: string): Promise<string | undefined> {
  try {
    const requested = request({ host: '127.0.0.1', port, path, rejectUnauthorized: false }).end();
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      requested.once('response', resolve).once('error', reject);
    });
    return await text(answer);
  } catch {
    return undefined;
  }
}

test('the container’s central is healthy, answers through HAProxy with TLS, and stops when asked', async ({
  skip,
}) => {
  const obstacle = packageObstacle() ?? rootObstacle() ?? proxyObstacle();
  if (obstacle !== undefined) skip(obstacle);
  await using small = new SmallRoot();
  await writeContainer(small);
  const port = await aFreePort();
  // All as in the container, except for the port and the address of the proxy, which here are this computer's.
  const env = { ...containerEnv(), MUSTER_PORT: String(port), MUSTER_TRUSTED_PROXY: '127.0.0.1/32' };
  const central = small.start([...containerCommand('ENTRYPOINT'), '--cell', 'c01'], env);
  expect(await central.firstLine()).toContain('Muster is on');
  const check = containerCommand('CMD').map((word) => word.replace(':7440', `:${port}`));
  expect(await small.start(check).end()).toBe(0);

  using folder = aFolder();
  cpSync(join(containerFolder, 'maps'), join(folder.path, 'maps'), { recursive: true });
  const { key, cert } = await anOwnCertificate();
  writeFileSync(join(folder.path, 'central.pem'), `${cert}\n${key}\n`);
  writeFileSync(
    join(folder.path, 'cells.cfg'),
    `backend cell_c01 from cells\n  server c01 127.0.0.1:${port}\n`,
  );
  const secure = await aFreePort();
  const { proxyEnv } = compose();
  const bind = (proxyEnv['MUSTER_BIND'] ?? '')
    .replace('*:8443', `127.0.0.1:${secure}`)
    .replace('/etc/muster', folder.path);
  const config = resolve(containerFolder, '../cells/haproxy.cfg');
  const proxy = spawn('haproxy', ['-db', '-f', config, '-f', join(folder.path, 'cells.cfg')], {
    stdio: 'ignore',
    env: {
      ...process.env,
      ...proxyEnv,
      MUSTER_BIND: bind,
      MUSTER_MAPS: join(folder.path, 'maps'),
      MUSTER_ADMIN: join(folder.path, 'admin.sock'),
    },
  });
  try {
    await expect.poll(() => ask(secure, '/healthz')).toBe('{"status":"ok"}');
  } finally {
    proxy.kill('SIGKILL');
  }
  central.stop();
  expect(await central.end()).toBe(0);
  expect(await small.start(check).end()).toBe(1);
});
