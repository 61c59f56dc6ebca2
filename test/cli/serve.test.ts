import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { contract, streams } from '../../shared/contract/index.ts';
import { aBackend, bytes, json } from '../support/a-backend.ts';
import { aFolder } from '../support/temp-folder.ts';
import { serve } from './a-command.ts';

/** A small PNG. */
const ONE_PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const oneLine = /^muster: [^\n]+\n$/;

function authorised(token: string): { headers: { authorization: string } } {
  return { headers: { authorization: `Bearer ${token}` } };
}

describe('the ready line', () => {
  test('is the only line on standard output, and its token opens the station', async () => {
    using folder = aFolder();
    await using station = serve(['--json', '--data', folder.path, '--port', '0']);
    const { url, token, enterpriseId, pid } = await station.ready();
    const answer = await fetch(url + contract.getStation.path, authorised(token));
    expect(await answer.json()).toMatchObject({
      role: 'station',
      enterprise: { id: enterpriseId },
      addresses: [url],
    });
    expect(pid).toBe(station.process.pid);
    const { stdout } = await station.endBy('SIGTERM');
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  });

  test('reports the port that --port 0 found', async () => {
    using folder = aFolder();
    await using station = serve(['--json', '--data', folder.path, '--port', '0']);
    const { url } = await station.ready();
    expect(new URL(url).port).toMatch(/^[1-9]\d+$/);
    expect((await fetch(url + contract.getHealth.path)).status).toBe(200);
  });

  test('has the same enterprise and token after a restart', async () => {
    using folder = aFolder();
    await using first = serve(['--json', '--data', folder.path, '--port', '0']);
    const { enterpriseId, token } = await first.ready();
    await first.endBy('SIGTERM');
    await using second = serve(['--json', '--data', folder.path, '--port', '0']);
    expect(await second.ready()).toMatchObject({ enterpriseId, token });
  });
});

test('without --json the station prints an address that opens the interface, and the address for headsets', async () => {
  using folder = aFolder();
  // An interface that does not exist: nothing is sent to the network of this computer.
  const lan = ['--lan', '--lan-port', '0', '--lan-interface', 'none'];
  await using station = serve(['--data', folder.path, '--port', '0', '--log-level', 'silent', ...lan]);
  const [, url, launchToken] = await station.says(/(http:\/\/127\.0\.0\.1:\d+)\/#launch=([\w-]+)/);
  const answer = await fetch(`${url ?? ''}${contract.openSession.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ launchToken }),
  });
  expect(answer.status).toBe(200);
  expect(station.stderr).toMatch(
    /^muster: This computer is not on a network yet.*\nmuster: The key .*: [\w-]{43}\n$/,
  );
});

describe('usage', () => {
  test('--help names every flag on standard output and exits with 0', async () => {
    await using command = serve(['--help']);
    const { code, stdout, stderr } = await command.end();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const flag of ['--data', '--host', '--port', '--role', '--rate-limit', '--json']) {
      expect(stdout).toContain(flag);
    }
  });

  test.for([
    '--frobnicate',
    '--port',
    '--port many',
    '--port 70000',
    '--port -1',
    '--role emperor',
    '--role central --lan',
    '--rate-limit 1.5',
    '--web-interface web.example',
    '--web-interface ftp://web.example',
    '--web-interface https:web.example',
    '--web-interface https://name:secret@web.example',
    '--web-interface https://web.example/?a=b',
    '--json=yes',
    'somewhere',
  ])('%s is bad usage: one line, exit code 2', async (args) => {
    await using command = serve(args.split(' '));
    const { code, stdout, stderr } = await command.end();
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(oneLine);
  });

  test('an environment variable replaces its flag', async () => {
    using folder = aFolder();
    await using station = serve([], {
      MUSTER_JSON: '1',
      MUSTER_DATA: folder.path,
      MUSTER_PORT: '0',
      MUSTER_ROLE: 'central',
    });
    const { url, token } = await station.ready();
    const answer = await fetch(url + contract.getStation.path, authorised(token));
    expect(await answer.json()).toMatchObject({ role: 'central' });
    expect(existsSync(join(folder.path, 'station.json'))).toBe(true);
  });

  test('a flag wins over its variable', async () => {
    using folder = aFolder();
    const env = { MUSTER_PORT: 'many', MUSTER_ROLE: 'central' };
    await using refused = serve(['--json', '--data', folder.path], env);
    expect((await refused.end()).code).toBe(2);
    await using station = serve(['--json', '--data', folder.path, '--port', '0', '--role', 'station'], env);
    const { url, token } = await station.ready();
    const answer = await fetch(url + contract.getStation.path, authorised(token));
    expect(await answer.json()).toMatchObject({ role: 'station' });
  });

  test('--rate-limit is the number of requests a minute for an enterprise token', async () => {
    using folder = aFolder();
    await using station = serve(['--json', '--data', folder.path, '--port', '0', '--rate-limit', '2']);
    const { url, token } = await station.ready();
    const ask = (): Promise<Response> => fetch(url + contract.getStation.path, authorised(token));
    const answers = [await ask(), await ask(), await ask()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('--web-interface is used for applications, bypassing every proxy of the environment, and without a warning', async () => {
    using folder = aFolder();
    await using backend = await aBackend(({ path, ...received }, response) => {
      const answer = path.endsWith('/lookup')
        ? json([{ packageName: 'com.example.solar', name: 'Solar System', imageUrl: '' }])
        : bytes(Buffer.from(ONE_PIXEL, 'base64'), 'image/png');
      answer({ path, ...received }, response);
    });
    const env = {
      MUSTER_WEB_INTERFACE: backend.url,
      NODE_USE_ENV_PROXY: '1',
      HTTP_PROXY: 'http://127.0.0.1:1',
      http_proxy: 'http://127.0.0.1:1',
    };
    await using station = serve(['--json', '--data', folder.path, '--port', '0'], env);
    const { url } = await station.ready();
    const answer = await fetch(url + contract.lookUpApplications.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"packageNames":["com.example.solar"]}',
    });
    const [details] = (await answer.json()) as { name: string; imageUrl: string }[];
    expect(details?.name).toBe('Solar System');
    // The image library is native code, so it must be found wherever the service was built.
    const image = await fetch(details?.imageUrl ?? '');
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const { stderr } = await station.endBy('SIGTERM');
    expect(stderr).not.toContain('muster:');
  });

  test('an address other than loopback causes a warning', async () => {
    using folder = aFolder();
    await using station = serve(['--json', '--data', folder.path, '--port', '0', '--host', '0.0.0.0']);
    await station.ready();
    const { stderr } = await station.endBy('SIGTERM');
    expect(stderr).toMatch(/^muster: .*plain HTTP/m);
  });
});

describe('a station that cannot start', () => {
  test('says that its port is in use and exits with 1', async () => {
    using folder = aFolder();
    const portInUse = createServer().listen(0, '127.0.0.1');
    await once(portInUse, 'listening');
    const address = portInUse.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    await using station = serve(['--json', '--data', folder.path, '--port', port]);
    const { code, stdout, stderr } = await station.end();
    portInUse.close();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(oneLine);
    expect(stderr).toContain(`Port ${port}`);
  });

  test('says that another one uses its data folder, and does not disturb it', async () => {
    using folder = aFolder();
    await using first = serve(['--json', '--data', folder.path, '--port', '0']);
    const { url } = await first.ready();
    await using second = serve(['--json', '--data', folder.path, '--port', '0']);
    const { code, stdout, stderr } = await second.end();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(oneLine);
    expect(stderr).toContain(url);
    expect((await fetch(url + contract.getHealth.path)).status).toBe(200);
    expect(existsSync(join(folder.path, 'station.json'))).toBe(true);
  });

  test('says that its data folder is a file', async () => {
    using folder = aFolder();
    const file = join(folder.path, 'file');
    writeFileSync(file, '');
    await using station = serve(['--json', '--data', file, '--port', '0']);
    const { code, stdout, stderr } = await station.end();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(oneLine);
  });
});

describe('shutdown', () => {
  test.for(['SIGTERM', 'SIGINT'] as const)(
    '%s ends a station with an open stream, with 0',
    async (signal) => {
      using folder = aFolder();
      await using station = serve(['--json', '--data', folder.path, '--port', '0']);
      const { url, token } = await station.ready();
      const stream = await fetch(url + streams.fleetUpdates.path, authorised(token));
      expect(stream.status).toBe(200);
      const [ended] = await Promise.all([station.endBy(signal), stream.text()]);
      expect(ended.code).toBe(0);
    },
  );

  test('a running station has a run file that only its user can read, deleted when it stops', async () => {
    using folder = aFolder();
    const file = join(folder.path, 'station.json');
    await using station = serve(['--json', '--data', folder.path, '--port', '0']);
    const { url, token } = await station.ready();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ url, token, pid: station.process.pid });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await station.endBy('SIGTERM');
    expect(existsSync(file)).toBe(false);
  });

  test('a killed station starts again with its folder', async () => {
    using folder = aFolder();
    await using killed = serve(['--json', '--data', folder.path, '--port', '0']);
    const { enterpriseId } = await killed.ready();
    await killed.endBy('SIGKILL');
    await using station = serve(['--json', '--data', folder.path, '--port', '0']);
    expect((await station.ready()).enterpriseId).toBe(enterpriseId);
  });
});
