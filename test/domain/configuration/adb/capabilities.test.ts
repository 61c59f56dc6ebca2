import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { brandSchema } from '../../../../shared/contract/devices/reported.ts';
import { ADB_ACTIONS } from '../../../../shared/domain/configuration/adb/actions.ts';
import { factOn } from '../../../../shared/domain/configuration/adb/facts.ts';
import {
  ADB_SETTINGS,
  adbFactOf,
  isManagedByAdb,
} from '../../../../shared/domain/configuration/adb/settings.ts';
import { adbCatalogOf, catalogOf } from '../../../../shared/domain/configuration/catalog/catalog.ts';
import { capabilityTables } from './table.ts';

test.each(brandSchema.options)(
  'over adb every setting of %s is either supported or has a reason',
  (brand) => {
    const undecided = Object.entries(adbCatalogOf(brand).fields).filter(
      ([, { support, note, source, isReported }]) =>
        !isReported && (support === 'unknown' || note === null || source === null),
    );
    expect(undecided).toEqual([]);
  },
);

test('every fact over adb has a source and its certainty', () => {
  const facts = [...ADB_SETTINGS.values(), ...Object.values(ADB_ACTIONS)].flatMap((capability) =>
    brandSchema.options.map((brand) => factOn(capability, brand)),
  );
  expect(facts.length).toBeGreaterThan(400);
  for (const fact of facts) {
    expect(fact.source).not.toBe('');
    expect(['A', 'B', 'C']).toContain(fact.certainty);
  }
});

test('a brightness means the same with an agent and over adb', () => {
  const withAgent = catalogOf('pico').fields['display.brightness'];
  const byAdb = adbCatalogOf('pico').fields['display.brightness'];
  expect(byAdb).toMatchObject({ support: 'yes', range: withAgent?.range });
});

test('what one manufacturer differs in concerns its headsets only', () => {
  expect(adbFactOf('display.brightness', 'meta')?.certainty).toBe('B');
  expect(adbFactOf('display.brightness', 'htc')?.certainty).toBe('C');
});

test('reported values are no settings over adb either', () => {
  expect(adbFactOf('batteryInfo.level', 'meta')).toBeUndefined();
  expect(adbCatalogOf('meta').fields['batteryInfo.level']).toEqual(
    catalogOf('meta').fields['batteryInfo.level'],
  );
});

test.each([
  [null, false],
  [{}, false],
  [{ labelVersion: '1.2.0' }, false],
  [{ labelVersion: 'adb' }, true],
])('an agent that reports %j is over adb: %s', (agent, isByAdb) => {
  expect(isManagedByAdb(agent === null ? null : JSON.stringify(agent))).toBe(isByAdb);
});

test('the page about headsets shows the tables as the code has them', () => {
  const page = readFileSync('docs/headsets.md', 'utf8');
  for (const table of capabilityTables()) expect(page).toContain(table);
});
