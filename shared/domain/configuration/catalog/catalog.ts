import type { CatalogField, SettingsCatalog } from '../../../contract/configuration/catalog.ts';
import { type Brand, brandSchema } from '../../../contract/devices/reported.ts';
import { adbFactOf } from '../adb/settings.ts';
import type { BrandFacts, Fact } from './facts.ts';
import { type FieldShape, SETTINGS_FIELDS } from './fields.ts';
import { GENERIC } from './generic.ts';
import { HTC } from './htc.ts';
import { META } from './meta.ts';
import { PICO } from './pico.ts';

/** Facts about the headsets of each manufacturer. */
export const BRAND_FACTS: Readonly<Record<Brand, BrandFacts>> = {
  pico: PICO,
  meta: META,
  htc: HTC,
  generic: GENERIC,
};

/** What no document can replace. */
const NOT_TRIED = 'Over adb, from documents and public programs: not verified on a real headset.';
const UNKNOWN_FACT: Fact = { support: 'unknown', source: null };

/** Created on demand, so that they do not delay the start. */
const catalogs = new Map<Brand, SettingsCatalog>();
const adbCatalogs = new Map<Brand, SettingsCatalog>();

/** Returns the brand whose catalog applies; `generic` if missing or not recognised. */
export function detectBrand(rawBrand: string | null): Brand {
  const known = brandSchema.safeParse(rawBrand?.trim().toLowerCase());
  return known.success ? known.data : 'generic';
}

/** Returns the catalog of a brand, with every field of Settings. Always the same object: read only. */
export function catalogOf(brand: Brand): SettingsCatalog {
  const known = catalogs.get(brand);
  if (known !== undefined) return known;
  const made = toCatalog(BRAND_FACTS[brand]);
  catalogs.set(brand, made);
  return made;
}

/** Returns the catalog of a brand's headsets that have no agent: a station manages them over adb. Read only, too. */
export function adbCatalogOf(brand: Brand): SettingsCatalog {
  const known = adbCatalogs.get(brand);
  if (known !== undefined) return known;
  const { notes, fields } = catalogOf(brand);
  const byAdb = Object.entries(fields).map(([path, field]) => [path, overAdb(path, field, brand)] as const);
  const made = { notes: [...notes, NOT_TRIED], fields: Object.fromEntries(byAdb) };
  adbCatalogs.set(brand, made);
  return made;
}

/** What adb can do takes precedence over what an agent could; unit, range and values stay those of the brand. */
function overAdb(path: string, field: CatalogField, brand: Brand): CatalogField {
  const fact = adbFactOf(path, brand);
  if (fact === undefined) return field;
  const { support, how, since, source } = fact;
  const minimumOs = since === undefined ? [] : [{ model: null, version: `Android ${since}` }];
  return { ...field, support, source, note: how, minimumOs, restart: 'unknown' };
}

function toCatalog({ notes, facts }: BrandFacts): SettingsCatalog {
  const known: Readonly<Record<string, Fact | undefined>> = facts;
  const shapes: Readonly<Record<string, FieldShape>> = SETTINGS_FIELDS;
  const fields = Object.entries(shapes).map(
    ([path, shape]) => [path, toField(shape, known[path] ?? UNKNOWN_FACT)] as const,
  );
  return { notes: [...notes], fields: Object.fromEntries(fields) };
}

/** The manufacturer's unit, range and values take precedence over those of the interface. */
function toField(shape: FieldShape, fact: Fact): CatalogField {
  return {
    support: fact.support,
    type: shape.type,
    unit: fact.unit ?? shape.unit ?? null,
    range: fact.range ?? shape.range ?? null,
    values: fact.values ?? (shape.values === undefined ? null : [...shape.values]),
    minimumOs: fact.minimumOs ?? [],
    restart: fact.restart ?? 'unknown',
    isReported: shape.isReported ?? false,
    source: fact.source,
    note: fact.note ?? null,
  };
}
