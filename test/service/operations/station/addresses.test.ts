import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';

import { getStation } from '../../../../shared/contract/operations/station.ts';
import { aStation } from '../../../support/a-station.ts';

/** Returns the IPv4 addresses of this computer's networks, without link-local ones. */
const reachable = Object.values(networkInterfaces())
  .flatMap((entries) => entries ?? [])
  .filter(
    ({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'),
  )
  .map(({ address }) => address);

test.each(['0.0.0.0', '::'])(
  'a station that listens on %s lists loopback first, then every address of this computer in its networks',
  async (host) => {
    await using station = await aStation({ host });
    const { port } = new URL(station.url);

    const { body } = await station.call(getStation);

    expect(body.addresses).toEqual([
      `http://127.0.0.1:${port}`,
      ...reachable.map((address) => `http://${address}:${port}`),
    ]);
    for (const address of body.addresses) expect((await fetch(`${address}/healthz`)).status).toBe(200);
  },
);

test('a station on loopback lists loopback only', async () => {
  await using station = await aStation();

  const { body } = await station.call(getStation);

  expect(body.addresses).toEqual([station.url]);
});
