import { afterAll, beforeAll, expect, test } from 'vitest';

import { aSharedStation } from '../support/shared-station.ts';
import { GeneratedClient } from './generated-client.ts';
import { MISTAKES, PROGRAM } from './programs.ts';

const station = await aSharedStation();
let client: GeneratedClient;
let errors: string[];

beforeAll(async () => {
  const mistakes = Object.entries(MISTAKES).map(([name, [program]]) => [name, program] as const);
  client = await GeneratedClient.from(await station.document(), {
    'program.ts': PROGRAM,
    ...Object.fromEntries(mistakes),
  });
  errors = client.compile();
});
afterAll(() => client[Symbol.dispose]());

test('a program that uses the types generated from the document compiles', () => {
  expect(errors.filter((line) => !Object.keys(MISTAKES).some((name) => line.startsWith(name)))).toEqual([]);
});

test.each(Object.entries(MISTAKES))('%s, with one mistake, does not compile', (name, [, error]) => {
  const codes = errors.filter((line) => line.startsWith(name)).map((line) => /TS\d+/.exec(line)?.[0]);

  expect(codes).toEqual([error]);
});

test('that program works against a station', async () => {
  expect(await client.run('program.ts', station.url, station.token)).toEqual({
    acknowledged: ['e-1'],
    bulk: [true, false],
    label: 'By all',
    level: 80,
    brand: 'pico',
    listed: 1,
    invalidIds: ['nobody'],
    events: 1,
    hasCode: true,
    refusedWith: 'VALIDATION_FAILED',
    wrongPlace: 'label',
    deleted: true,
    goneWith: 'DEVICE_NOT_FOUND',
  });
});
