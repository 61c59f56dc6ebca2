import { expect, test } from 'vitest';

import { findMacs, type MacSource } from '../../../../main/service/network/mac/mac-source.ts';

const IP = '10.77.0.101';

/** A source with given answers, which records its calls. */
function aSource(
  source: 'station' | 'router-arp' | 'list',
  answer: (ip: string) => string | undefined,
  requested: string[][] = [],
): MacSource {
  return {
    name: source,
    find: async (ips) => {
      requested.push([...ips]);
      await Promise.resolve();
      const routerId = source === 'station' ? null : `${source}-1`;
      return new Map(
        ips.flatMap((ip) => {
          const macAddress = answer(ip);
          return macAddress === undefined ? [] : [[ip, { macAddress, source, routerId }] as const];
        }),
      );
    },
  };
}

/** The sources asked for one address. */
async function findMac(sources: readonly MacSource[], ip: string, search: ReturnType<typeof aSearch>) {
  return (await findMacs(sources, [ip], search)).get(ip);
}

function aSearch(signal = AbortSignal.timeout(120_000)) {
  const warnings: unknown[] = [];
  return { signal, log: { warn: (...reported: unknown[]) => void warnings.push(reported) }, warnings };
}

test('the first source that knows it wins', async () => {
  const sources = [
    aSource('station', () => undefined),
    aSource('router-arp', () => '2c:26:17:00:00:01'),
    aSource('list', () => '2c:26:17:00:00:02'),
  ];

  expect(await findMac(sources, IP, aSearch())).toEqual({
    macAddress: '2C:26:17:00:00:01',
    source: 'router-arp',
    routerId: 'router-arp-1',
  });
});

test('an address that is not a single host’s does not count as known', async () => {
  const sources = [
    aSource('station', () => '(incomplete)'),
    aSource('router-arp', () => 'ff:ff:ff:ff:ff:ff'),
    aSource('list', () => '2C-26-17-00-00-02'),
  ];

  expect(await findMac(sources, IP, aSearch())).toEqual({
    macAddress: '2C:26:17:00:00:02',
    source: 'list',
    routerId: 'list-1',
  });
});

test('a source that fails is logged, and the next is asked', async () => {
  const search = aSearch();
  const sources = [
    aSource('router-arp', () => {
      throw new Error('refused');
    }),
    aSource('list', () => '2c:26:17:00:00:02'),
  ];

  expect(await findMac(sources, IP, search)).toMatchObject({ source: 'list' });
  expect(search.warnings).toHaveLength(1);
});

test('if no source knows, or no time is left, nothing is found', async () => {
  const knowing = aSource('station', () => '2c:26:17:00:00:01');

  expect(await findMac([], IP, aSearch())).toBeUndefined();
  expect(await findMac([aSource('station', () => undefined)], IP, aSearch())).toBeUndefined();
  expect(await findMac([knowing], IP, aSearch(AbortSignal.abort()))).toBeUndefined();
});

test('of many addresses each source is asked only for those still unknown', async () => {
  const [first, second, third]: [string[][], string[][], string[][]] = [[], [], []];
  const sources = [
    aSource('station', (ip) => (ip === '10.0.0.1' ? '2c:26:17:00:00:01' : undefined), first),
    aSource('router-arp', (ip) => (ip === '10.0.0.2' ? '2c:26:17:00:00:02' : 'nonsense'), second),
    aSource('list', () => '2c:26:17:00:00:03', third),
  ];

  const found = await findMacs(sources, ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.1'], aSearch());

  expect([...found].map(([ip, { macAddress, source }]) => [ip, macAddress, source])).toEqual([
    ['10.0.0.1', '2C:26:17:00:00:01', 'station'],
    ['10.0.0.2', '2C:26:17:00:00:02', 'router-arp'],
    ['10.0.0.3', '2C:26:17:00:00:03', 'list'],
  ]);
  expect([first, second, third]).toEqual([
    [['10.0.0.1', '10.0.0.2', '10.0.0.3']],
    [['10.0.0.2', '10.0.0.3']],
    [['10.0.0.3']],
  ]);
});
