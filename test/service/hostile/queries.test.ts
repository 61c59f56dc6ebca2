import { expect, test } from 'vitest';

import { errorBodySchema } from '../../../shared/contract/errors.ts';
import { noInsides } from '../../support/no-insides.ts';
import type { Parameter } from '../../support/openapi-check.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { StoreWatch } from '../../support/store-watch.ts';
import { fillPath, OPERATIONS, tokenFor } from './operations.ts';
import { some } from '../../support/long.ts';

const station = await aSharedStation();
const headset = await station.enrolled();
const check = await station.openApiCheck();
const tokens = { enterprise: station.token, device: headset.token };
const values = { deviceId: headset.id, androidid: headset.androidId };

/** Raw query values for parameters of each type; allowed values are left out. */
const HOSTILE_TEXTS = [
  '',
  ' ',
  '..%2f..',
  '%00',
  'a%00b',
  '%ff%fe',
  '__proto__',
  'constructor',
  'null',
  'TRUE',
  '%F0%9F%A5%BD',
  '%E2%80%AE',
  `${'x'.repeat(4_000)}`,
];
const HOSTILE_NUMBERS = [
  '0x10',
  '1e2',
  '1.5',
  '100.0',
  '-0',
  '-1',
  '1%20',
  '+1',
  '%D9%A1',
  '9007199254740993',
  '1'.repeat(400),
];
const HOSTILE_INSTANTS = [
  '2026-01-01',
  '2026-01-01T00:00:00',
  '2026-13-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-01-01T25:00:00Z',
  '2026-01-01T00:00:00%2B99:00',
  '-271821-04-20T00:00:00Z',
  '1700000000000',
  'now',
];

/** Texts that the document forbids for this parameter. */
function wrongTexts({ schema }: Parameter): string[] {
  const { type, format, minimum, maximum, maxLength } = schema as {
    readonly type?: string;
    readonly format?: string;
    readonly minimum?: number;
    readonly maximum?: number;
    readonly maxLength?: number;
  };
  if (type === 'integer' || type === 'number') {
    const beyond = [minimum === undefined ? [] : [minimum - 1], maximum === undefined ? [] : [maximum + 1]];
    return [...HOSTILE_TEXTS, ...HOSTILE_NUMBERS, ...beyond.flat().map(String)];
  }
  if (format === 'date-time') return [...HOSTILE_TEXTS, ...HOSTILE_INSTANTS];
  if (type === 'boolean') return [...HOSTILE_TEXTS, '1', 'yes', 'maybe'];
  const tooLong = maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)];
  const isUnstorable = (text: string): boolean => text.includes('%00') && maxLength !== undefined;
  return [...HOSTILE_TEXTS, ...tooLong].filter(
    (text) => isUnstorable(text) || !check.takesParameter({ name: '', in: 'query', schema }, readText(text)),
  );
}

/** Returns the parsed query. */
function readText(text: string): string {
  return new URLSearchParams(`a=${text}`).get('a') ?? '';
}

const parameters = OPERATIONS.flatMap(({ name, operation }) =>
  check
    .parametersOf(operation)
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => ({ name, operation, parameter, field: parameter.name })),
);

test.each(some(parameters, 40))(
  '$name refuses each wrong value of $field with its name, and writes nothing',
  async ({ operation, parameter }) => {
    const { method, path } = operation;
    const { name } = parameter;
    const token = tokenFor(operation, tokens);
    using store = new StoreWatch(station.folder);
    const before = store.version;
    const texts = wrongTexts(parameter);
    const wrong: string[] = [];

    for (const query of texts.map((text) => `${name}=${text}`)) {
      const answer = await station.send(method, `${fillPath(path, values)}?${query}`, { token });
      const { details = [] } = errorBodySchema.safeParse(answer.body).data ?? {};
      const isNamed = details.some((detail) => detail.path.startsWith(`query.${name}`));
      if (answer.status !== 400 || !isNamed) wrong.push(`${query.slice(0, 60)} → ${answer.status}`);
      expect(noInsides(answer.body, station.folder)).toBe(true);
    }

    expect(wrong).toEqual([]);
    expect(store.version).toBe(before);
  },
);

/** Queries that are empty, or unknown to an operation. */
const IGNORED = [
  '__proto__=1',
  'constructor=1',
  '&&&',
  '=',
  '%',
  '%zz=%zz',
  'a'.repeat(8_000),
  'page[]=1',
  'page[a]=1',
];
const reading = OPERATIONS.filter(({ operation }) => operation.method === 'GET');

test.each(some(reading, 20))('$name ignores an unknown query parameter', async ({ operation }) => {
  for (const query of IGNORED) {
    const abort = new AbortController();
    const url = `${station.url}${fillPath(operation.path, values)}`;
    const headers = { authorization: `Bearer ${tokenFor(operation, tokens)}` };
    const plain = await fetch(url, { headers, signal: abort.signal });
    const odd = await fetch(`${url}?${query}`, { headers, signal: abort.signal });

    expect({ query, status: odd.status }).toEqual({ query, status: plain.status });
    abort.abort();
  }
});

test.each(
  some(
    parameters.filter(({ operation }) => operation.method === 'GET'),
    30,
  ),
)('$name does not accept $field twice', async ({ operation, field }) => {
  const path = `${fillPath(operation.path, values)}?${field}=1&${field}=2`;
  const token = tokenFor(operation, tokens);

  const { status, body } = await station.send('GET', path, { token });

  expect(status).toBe(400);
  expect(errorBodySchema.parse(body).details?.[0]?.path).toContain(`query.${field}`);
});
