import { expect, test } from 'vitest';

import { Discovery } from '../../main/service/network/discovery/discovery.ts';
import { StationFinder } from '../../main/agent/station/discovery.ts';
import { getStation } from '../../shared/contract/operations/station.ts';
import { aStation } from '../support/a-station.ts';
import { aQuietNetwork, LOOPBACK } from '../support/quiet-mdns.ts';
import { aFreePort } from '../support/free-port.ts';

/** Advertises a station on loopback, whether or not there is one. */
function advertisementOf(
  station: { stationId: string; fingerprint: string; port: number },
  mdnsPort: number,
) {
  const log = { warn: () => undefined, debug: () => undefined };
  const discovery = new Discovery({ station, log, mdnsPort });
  discovery.follow([{ interfaceName: 'lo', address: LOOPBACK }]);
  return { discovery, [Symbol.asyncDispose]: () => discovery.close() };
}
function aFinder(mdnsPort: number) {
  const finder = new StationFinder({ interfaceName: 'lo', mdnsPort });
  return { finder, [Symbol.asyncDispose]: () => finder.close() };
}

test('an advertised station that proves its key is found', async ({ skip }) => {
  if (process.platform !== 'linux') return skip('loopback has another name elsewhere');
  const network = await aQuietNetwork();
  const port = await aFreePort();
  await using station = await aStation({ lan: { port, interfaceName: 'none' } });
  const { body } = await station.call(getStation);
  const fingerprint = body.tlsFingerprint ?? '';
  await using received = advertisementOf(
    { stationId: station.enterpriseId, fingerprint, port },
    network.port,
  );
  await received.discovery.scan();
  await using finder = aFinder(network.port);

  const signal = AbortSignal.timeout(120_000);
  const found = await finder.finder.find({ id: station.enterpriseId }, signal);
  expect(found).toMatchObject({
    id: station.enterpriseId,
    address: LOOPBACK,
    port,
    fingerprint,
    url: `https://127.0.0.1:${port}`,
  });
});

test('a station that presents another key, does not answer, or is another station is not found', async ({
  skip,
}) => {
  if (process.platform !== 'linux') return skip('loopback has another name elsewhere');
  const network = await aQuietNetwork();
  const [port, silentPort] = [await aFreePort(), await aFreePort()];
  await using station = await aStation({ lan: { port, interfaceName: 'none' } });
  const { body } = await station.call(getStation);
  const fingerprint = body.tlsFingerprint ?? '';
  await using liar = advertisementOf(
    { stationId: 'liar-000001', fingerprint: 'A'.repeat(43), port },
    network.port,
  );
  await using silent = advertisementOf(
    { stationId: 'silent-000002', fingerprint, port: silentPort },
    network.port,
  );
  await using right = advertisementOf({ stationId: 'right-000003', fingerprint, port }, network.port);
  await Promise.all([liar, silent, right].map(({ discovery }) => discovery.scan()));
  await using finder = aFinder(network.port);

  expect(await finder.finder.find({}, AbortSignal.timeout(120_000))).toMatchObject({ id: 'right-000003' });
  expect(finder.finder.seen.length).toBeGreaterThanOrEqual(3);
  const soon = AbortSignal.timeout(1_000);
  expect(await finder.finder.find({ id: 'liar-000001' }, soon)).toBeNull();
  expect(await finder.finder.find({ fingerprint: 'B'.repeat(43) }, AbortSignal.timeout(500))).toBeNull();
});
