import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { Command } from '../cli/a-command.ts';
import { asking, proxyObstacle } from '../support/cells/cluster.ts';
import { aFreePort } from '../support/free-port.ts';
import { aFolder } from '../support/temp-folder.ts';

/** Returns a free port whose next one is free as well. */
async function twoFreePorts(): Promise<number> {
  for (;;) {
    const [port, next] = [await aFreePort(), await aFreePort()];
    if (next === port + 1) return port;
  }
}

/** `npm run cells`, without npm, with one cell. */
const aTry = (folder: string, port: number) =>
  new Command('main/cli/cells.ts', ['--count', '1', '--data', join(folder, 'try'), '--port', String(port)]);

test('npm run cells: an organisation that was created in a cell is reached through HAProxy; a signal stops all', async ({
  skip,
}) => {
  const obstacle = proxyObstacle();
  if (obstacle !== undefined) skip(obstacle);
  using folder = aFolder();
  const port = await twoFreePorts();
  await using cells = aTry(folder.path, port);
  const [, cell = '', token = ''] = await cells.says(/c01: (\S+), token of its own organisation: (\S+)/);
  const url = `http://127.0.0.1:${String(port)}`;
  expect(cells.stdout).toContain(`The central is on at ${url}, in 1 cell.`);

  const made = await asking({ url: cell, token }, 'POST', '/station/enterprises', { name: 'Hill School' });
  const school = z.object({ id: z.string().startsWith('c01-'), token: z.string() }).parse(made.body);
  expect((await asking({ url, token: school.token }, 'GET', '/devices')).status).toBe(200);

  expect(await cells.endBy('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  expect((await asking({ url: cell, token }, 'GET', '/devices')).status).toBe(0);
  expect((await asking({ url, token }, 'GET', '/devices')).status).toBe(0);
});

test('npm run cells: a port that another program answers at is reported, and nothing stays behind', async ({
  skip,
}) => {
  const obstacle = proxyObstacle();
  if (obstacle !== undefined) skip(obstacle);
  using folder = aFolder();
  const port = await twoFreePorts();
  const other = createServer((_request, response) => response.end('another program'));
  await once(other.listen(port, '127.0.0.1'), 'listening');
  await using cells = aTry(folder.path, port);
  const { code, stdout, stderr } = await cells.end();
  other.close();
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(`another program uses port ${String(port)}`);
  const cell = `http://127.0.0.1:${String(port + 1)}`;
  expect((await asking({ url: cell, token: '' }, 'GET', '/devices')).status).toBe(0);
});
