import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();

/** Redocly's recommended rules, each warning an error, and those of the optional ones that make a document easier to use. */
const RULES = {
  // The documented interface itself has `/devices/androidid/{androidid}` beside `/devices/{deviceId}/license`: its paths
  // are not ours to change. The router takes the literal segment first, and no device id is a literal segment of a path.
  'no-ambiguous-paths': 'off',
  'operation-description': 'error',
  'tag-description': 'error',
  'operation-singular-tag': 'error',
  'parameter-description': 'error',
  'path-params-defined': 'error',
  'no-invalid-media-type-examples': 'error',
  'no-invalid-parameter-examples': 'error',
  'no-invalid-schema-examples': 'error',
  'no-http-verbs-in-paths': 'error',
} as const;

/** The linter's findings, one line each: the rule, the path, and the fault. */
async function lint(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'], rules: RULES });
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'openapi.json',
    config,
  });
  return problems.map(
    ({ ruleId, severity, location, message }) =>
      `${severity} ${ruleId} at ${location[0]?.pointer ?? '?'}: ${message}`,
  );
}

test('a public linter finds nothing wrong with the document', async () => {
  expect(await lint(await station.document())).toEqual([]);
});

/** A document of a few paths: the linter takes its time for each. */
async function aPart(): Promise<object> {
  const document = await station.document();
  const { paths } = z.object({ paths: z.record(z.string(), z.unknown()) }).parse(document);
  const few = Object.entries(paths).filter(([, path]) =>
    /"listDevices"|"getDevice"|pico-4/.test(JSON.stringify(path)),
  );
  return { ...document, paths: Object.fromEntries(few) };
}

test('the linter does find faults', async () => {
  const broken = JSON.stringify(await aPart())
    .replace('"operationId":"listDevices"', '"operationId":"getDevice"')
    .replace('"summary":"Get a device"', '"summary":""')
    .replace('"id":"pico-4","name":"PICO 4"', '"id":"pico-4","name":4')
    .replaceAll('#/components/schemas/DeviceListItem"', '#/components/schemas/Nothing"');

  const findings = await lint(JSON.parse(broken) as object);

  expect(findings).toContainEqual(expect.stringContaining('operation-operationId-unique'));
  expect(findings).toContainEqual(expect.stringContaining('no-unresolved-refs'));
  expect(findings).toContainEqual(expect.stringContaining('operation-summary'));
  expect(findings).toContainEqual(expect.stringContaining('no-invalid-media-type-examples'));
});
