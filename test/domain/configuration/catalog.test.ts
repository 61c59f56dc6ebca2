import { expect, test } from 'vitest';
import type { z } from 'zod';

import { settingsCatalogSchema } from '../../../shared/contract/configuration/catalog.ts';
import { brandSchema } from '../../../shared/contract/devices/reported.ts';
import { settingsSchema } from '../../../shared/contract/configuration/settings/settings.ts';
import { BRAND_FACTS, catalogOf, detectBrand } from '../../../shared/domain/configuration/catalog/catalog.ts';

/** The parts of a zod schema that describe its structure. */
type Built = {
  readonly type: string;
  readonly format?: string;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
};

/** Returns every field of `schema` with its type, by path: objects are walked, and the entries of lists. */
function fieldsOf(schema: z.ZodType, path = ''): [string, string][] {
  const { type, format, innerType, element, shape } = schema.def as Built;
  if (innerType !== undefined) return fieldsOf(innerType, path);
  if (element !== undefined) {
    const isEntry = (element.def as Built).type === 'object';
    return [[path, 'array'], ...(isEntry ? fieldsOf(element, `${path}[]`) : [])];
  }
  // A deployment is computed and only returned: one field.
  if (shape !== undefined && !path.endsWith('.deployment')) {
    return Object.entries(shape).flatMap(([key, each]) =>
      fieldsOf(each, path === '' ? key : `${path}.${key}`),
    );
  }
  if (format === 'datetime') return [[path, 'date-time']];
  return [[path, type === 'enum' ? 'string' : type]];
}

/** The station’s own additions to a headset's record: not settings. */
const OWN_FIELD = /\.(?:original(?:Obb)?Url|isReplaced|hasClientCertificate)$/;
const settingsFields = fieldsOf(settingsSchema).filter(([path]) => !OWN_FIELD.test(path));
const brands = brandSchema.options.map((brand) => ({ brand }));

function sorted(paths: readonly string[]): string[] {
  return paths.toSorted((a, b) => a.localeCompare(b));
}

test('the walk over the settings finds fields at every depth', () => {
  expect(settingsFields.length).toBeGreaterThan(100);
  expect(new Map(settingsFields)).toEqual(
    new Map([
      ...settingsFields,
      ['volume', 'number'],
      ['expirationDate', 'date-time'],
      ['wifi', 'array'],
      ['wifi[].proxySettings.port', 'number'],
      ['system.keepAlivePackages', 'array'],
      ['videos[].deployment', 'object'],
      ['videos[].projectionType', 'string'],
    ]),
  );
});

test.each(brands)('every fact about $brand is about a settings field', ({ brand }) => {
  const fields = new Set(settingsFields.map(([path]) => path));

  expect(Object.keys(BRAND_FACTS[brand].facts).filter((path) => !fields.has(path))).toEqual([]);
});

test.each(brands)(
  'the catalog of $brand has every settings field with the type of the interface',
  ({ brand }) => {
    const catalog = settingsCatalogSchema.parse(catalogOf(brand));

    expect(
      Object.fromEntries(Object.entries(catalog.fields).map(([path, { type }]) => [path, type])),
    ).toEqual(Object.fromEntries(settingsFields));
  },
);

test.each(brands)('every statement about $brand has a source', ({ brand }) => {
  const unsourced = Object.entries(BRAND_FACTS[brand].facts).filter(([, { source }]) => !source);

  expect(unsourced).toEqual([]);
});

test.each(brands)('every fact of $brand other than a plain yes has a note', ({ brand }) => {
  const bare = Object.entries(BRAND_FACTS[brand].facts).filter(
    ([, { support, note }]) => support !== 'yes' && !note,
  );

  expect(bare).toEqual([]);
});

test.each(brands)('a field without a fact about $brand is unknown', ({ brand }) => {
  const { fields } = catalogOf(brand);
  const unknown = settingsFields.map(([path]) => path).filter((path) => !(path in BRAND_FACTS[brand].facts));
  const nothing = {
    support: 'unknown',
    minimumOs: [],
    restart: 'unknown',
    source: null,
    note: null,
  };

  expect(unknown).not.toEqual([]);
  for (const path of unknown) expect(fields[path]).toMatchObject(nothing);
});

test.each(brands)('a range of $brand belongs to a number and has a lower and an upper bound', ({ brand }) => {
  const wrong = Object.entries(catalogOf(brand).fields).filter(
    ([, { type, range }]) => range !== null && (type !== 'number' || range.min >= range.max),
  );

  expect(wrong).toEqual([]);
});

test.each(brands)('allowed values of $brand have the type of their field, each once', ({ brand }) => {
  const wrong = Object.entries(catalogOf(brand).fields).filter(
    ([, { type, values }]) =>
      values !== null &&
      (new Set(values).size !== values.length || values.some((value) => typeof value !== type)),
  );

  expect(wrong).toEqual([]);
});

test.each(brands)(
  'what a headset reports or the station computes is marked as such for $brand',
  ({ brand }) => {
    const marked = Object.entries(catalogOf(brand).fields).filter(([, { isReported }]) => isReported);
    const reported = settingsFields.filter(([path]) => /^(batteryInfo|storages)\b|\.deployment$/.test(path));

    expect(sorted(marked.map(([path]) => path))).toEqual(sorted(reported.map(([path]) => path)));
  },
);

test('the catalogs differ between brands where the manufacturers’ documentation does', () => {
  const field = (brand: (typeof brands)[number]['brand'], path: string) => catalogOf(brand).fields[path];

  expect(field('pico', 'display.ipdMm')).toMatchObject({
    support: 'yes',
    range: { min: 62, max: 72 },
    unit: 'mm',
    minimumOs: [{ model: 'PICO 4 Enterprise', version: '5.7.0' }],
  });
  expect(field('pico', 'system.countryCode')?.values).toHaveLength(45);
  expect(field('pico', 'system.defaultLauncherPackage')?.restart).toBe('yes');
  expect(field('meta', 'display.brightness')?.range).toEqual({ min: 0, max: 100 });
  expect(field('meta', 'tracking.trackingOrigin')?.support).toBe('unknown');
  expect(field('htc', 'kioskMode.isActive')?.support).toBe('unknown');
  expect(field('generic', 'security.cameraEnabled')?.support).toBe('partial');
});

test.each([
  ['pico', 'pico'],
  [' PICO ', 'pico'],
  ['Meta', 'meta'],
  ['htc', 'htc'],
  ['generic', 'generic'],
  ['Lynx', 'generic'],
  ['', 'generic'],
  ['__proto__', 'generic'],
  [null, 'generic'],
])('the brand %j has the catalog of %s', (rawBrand, brand) => {
  expect(detectBrand(rawBrand)).toBe(brand);
});
