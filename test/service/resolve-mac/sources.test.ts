import { expect, test } from 'vitest';

import { findMac, type MacSource } from '../../../main/service/features/resolve-mac/index.ts';

const IP = '10.77.0.101';

/** A source that answers as told, and the log of a search. */
function aSource(name: string, answer: () => string | undefined): MacSource {
  return { name, find: () => Promise.resolve().then(answer) };
}
function aSearch(signal = AbortSignal.timeout(10_000)) {
  const warnings: unknown[] = [];
  return { signal, log: { warn: (...said: unknown[]) => void warnings.push(said) }, warnings };
}

test('the first source that knows it wins', async () => {
  const sources = [
    aSource('station', () => undefined),
    aSource('router', () => '2c:26:17:00:00:01'),
    aSource('list', () => '2c:26:17:00:00:02'),
  ];

  expect(await findMac(sources, IP, aSearch())).toEqual({
    macAddress: '2C:26:17:00:00:01',
    source: 'router',
  });
});

test('what is no address of one host does not count as known', async () => {
  const sources = [
    aSource('station', () => '(incomplete)'),
    aSource('router', () => 'ff:ff:ff:ff:ff:ff'),
    aSource('list', () => '2C-26-17-00-00-02'),
  ];

  expect(await findMac(sources, IP, aSearch())).toEqual({ macAddress: '2C:26:17:00:00:02', source: 'list' });
});

test('a source that fails is logged, and the next is asked', async () => {
  const search = aSearch();
  const sources = [
    aSource('router', () => {
      throw new Error('refused');
    }),
    aSource('list', () => '2c:26:17:00:00:02'),
  ];

  expect(await findMac(sources, IP, search)).toMatchObject({ source: 'list' });
  expect(search.warnings).toHaveLength(1);
});

test('where nobody knows, or there is no time left, nothing is found', async () => {
  const knowing = aSource('station', () => '2c:26:17:00:00:01');

  expect(await findMac([], IP, aSearch())).toBeUndefined();
  expect(await findMac([aSource('station', () => undefined)], IP, aSearch())).toBeUndefined();
  expect(await findMac([knowing], IP, aSearch(AbortSignal.abort()))).toBeUndefined();
});
