import fc from 'fast-check';

import type { Endpoint, StreamEndpoint } from '../../../shared/contract/endpoint.ts';
import { type Existing, goodBodyOf, readingBodies } from './good-bodies.ts';
import { EXAMPLE_PARAMS, fillPath, OPERATIONS, REFUSALS_ONLY } from './operations.ts';
import { type Path, withValue, wrongValues } from './wrong-values.ts';

/** A request as sent. */
export type FuzzRequest = {
  readonly name: string;
  readonly operation: Endpoint | StreamEndpoint;
  readonly url: string;
  /** JSON text, or invalid JSON; undefined sends no body. */
  readonly body: string | undefined;
};

/** Identifiers and secrets that exist on the station, by the parameter or field they fit. */
export type Known = {
  /** Ids that valid bodies name. */
  readonly existing: Existing;
  /** Never deleted, so that reads still find something. */
  readonly knownIds: readonly string[];
  readonly spareIds: readonly string[];
  readonly texts: readonly string[];
};

type Operation = (typeof OPERATIONS)[number];

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '\0', '\ud800', '__proto__', 'constructor', '..', '2026-01-01T00:00:00Z', 'true'),
);

/** Invalid JSON, or JSON with a trap in it. */
const oddJson = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '{',
    '[[[[',
    'null',
    '1e999',
    '{"__proto__":{"a":1}}',
    '{"constructor":{"prototype":{"a":1}}}',
    `${'['.repeat(2_000)}${']'.repeat(2_000)}`,
    '{"a":1,"a":2}',
    String.raw`"\ud800"`,
  ),
);

function anyValue({ knownIds, spareIds, texts }: Known): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.jsonValue({ noUnicodeString: false, maxDepth: 2 }),
    anyText,
    fc.double(),
    fc.constantFrom<unknown>(null, 1e300, -1, 2 ** 53, ...knownIds, ...spareIds, ...texts),
  );
}

/** Valid bodies, valid bodies with one to four changed fields, and anything else. */
function bodyOf({ name, operation }: Operation, known: Known): fc.Arbitrary<string | undefined> {
  const reading = readingBodies.find((each) => each === name);
  if (operation.method === 'GET') return fc.constant(undefined);
  const value = anyValue(known);
  const wild = fc.oneof(
    value.map((each) => JSON.stringify(each)),
    oddJson,
    fc.constant(undefined),
  );
  if (reading === undefined || !('body' in operation)) return wild;
  const good = goodBodyOf(reading, known.existing);
  const places: Path[] = [...wrongValues(operation.body, good)].map(({ path }) => path);
  if (places.length === 0) return fc.oneof(fc.constant(JSON.stringify(good)), wild);
  const changes = fc.array(fc.tuple(fc.constantFrom(...places), value), { minLength: 1, maxLength: 4 });
  const mutated = changes.map((all) =>
    JSON.stringify(all.reduce<unknown>((body, [path, wrong]) => withValue(body, path, wrong), good)),
  );
  return fc.oneof(
    { weight: 6, arbitrary: mutated },
    { weight: 1, arbitrary: fc.constant(JSON.stringify(good)) },
    { weight: 2, arbitrary: wild },
  );
}

/** Values for path parameters: mostly existing ones. */
function pathOf(operation: Endpoint | StreamEndpoint, known: Known): fc.Arbitrary<string> {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const ids = operation.method === 'DELETE' ? known.spareIds : [...known.knownIds, ...known.spareIds];
  const valueOf = (name: string): fc.Arbitrary<string> =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...ids) },
      { weight: 2, arbitrary: fc.constantFrom(...known.texts, EXAMPLE_PARAMS[name] ?? 'nobody') },
      { weight: 1, arbitrary: fc.string({ minLength: 1 }) },
    );
  return fc
    .record(Object.fromEntries(names.map((name) => [name, valueOf(name).map(encodeURIComponent)])))
    .map((values) => fillPath(operation.path, values));
}

/** Known query names with any values, and unknown ones. */
const QUERY = fc.dictionary(
  fc.constantFrom(
    'page',
    'limit',
    'enterpriseId',
    'from',
    'to',
    'type',
    'snapshot',
    'refresh',
    'models',
    'x',
  ),
  fc.oneof(
    fc.constantFrom('1', '100', 'true', '2026-01-01T00:00:00Z'),
    anyText.map((each) => each.toWellFormed()),
  ),
  { maxKeys: 2 },
);

function requestTo(each: Operation, known: Known): fc.Arbitrary<FuzzRequest> {
  const { name, operation } = each;
  return fc
    .record({ path: pathOf(operation, known), query: QUERY, body: bodyOf(each, known) })
    .map(({ path, query, body }) => {
      const search = new URLSearchParams(query).toString();
      const url = search === '' ? path : `${path}?${search}`;
      return { name, operation, url, body };
    });
}

/** Returns true if an operation that must not be served would be: its body is valid. */
function wouldBeServed({ name, operation }: Operation, { body }: FuzzRequest): boolean {
  if (!('body' in operation) || !(name in REFUSALS_ONLY)) return false;
  try {
    return operation.body.safeParse(body === undefined ? {} : JSON.parse(body)).success;
  } catch {
    return false;
  }
}

/** Any request to any operation. */
export function anyRequest(known: Known): fc.Arbitrary<FuzzRequest> {
  const withoutBody = (name: string): boolean => !readingBodies.some((each) => each === name);
  const tried = OPERATIONS.filter(({ name }) => !(name in REFUSALS_ONLY && withoutBody(name)));
  const each = tried.map((operation) =>
    requestTo(operation, known).filter((request) => !wouldBeServed(operation, request)),
  );
  return fc.oneof(...each);
}
