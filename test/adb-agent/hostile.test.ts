import fc from 'fast-check';
import { expect, test } from 'vitest';

import { readFacts, readState } from '../../main/adb-agent/body/inventory.ts';
import { isOwnPath, readManaged } from '../../main/adb-agent/body/managed-files.ts';
import { writersFor } from '../../main/adb-agent/body/writers.ts';
import { brandSchema } from '../../shared/contract/devices/reported.ts';
import { effectiveSettingsSchema } from '../../shared/contract/configuration/settings/settings.ts';
import { heartbeatSchema } from '../../shared/contract/enrolment/heartbeat.ts';
import { withValue } from '../../main/adb-agent/body/settings-paths.ts';
import { sized } from '../support/long.ts';
import { OUTPUTS } from './outputs.ts';

const numRuns = sized({ long: 20_000, short: 200 });
const outputs = Object.values(OUTPUTS);

/** What a headset answers to anything: its own outputs, mixed up, with anything in between. */
const answers = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      ...outputs,
      'null\n',
      '72\n',
      '0',
      'Europe/Paris\n',
      'a'.repeat(5_000),
      '[ro.serialno]: [1]\n',
    ),
    fc.tuple(fc.constantFrom(...outputs), fc.nat(500)).map(([text, at]) => text.slice(at)),
  ),
  { minLength: 1, maxLength: 12 },
);

/** A headset that gives these answers one after the other, whatever is asked. */
function shellWith(all: readonly string[]) {
  let at = 0;
  const next = (): string => {
    at += 1;
    return all[at % all.length] ?? '';
  };
  return {
    run: async () => ({ exitCode: 0, stdout: next(), stderr: '' }),
    must: async () => next(),
  };
}

test('whatever a headset answers, its report is valid', async () => {
  await fc.assert(
    fc.asyncProperty(answers, async (all) => {
      const { report } = await readState(shellWith(all));
      expect(heartbeatSchema.safeParse(report).error).toBeUndefined();
    }),
    { numRuns },
  );
});

test('whatever a headset calls itself, its type and system are valid', async () => {
  const words = fc.string({ unit: 'binary', maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(words, words, words, async (manufacturer, model, version) => {
      const properties = {
        'ro.serialno': model,
        'ro.product.manufacturer': manufacturer,
        'ro.product.model': model,
      };
      const text = Object.entries({ ...properties, 'ro.build.version.incremental': version })
        .map(([name, value]) => `[${name}]: [${value}]\n`)
        .join('');
      const facts = await readFacts(shellWith(['', text, '9774d56d682e549c\n']));
      const { androidId = '00000000', product = '', firmware = null } = facts ?? {};
      const type = { name: facts?.modelName ?? 'Android', product };
      const osVersion = firmware ?? '';
      expect(heartbeatSchema.safeParse({ androidId, type, osVersion }).error).toBeUndefined();
    }),
    { numRuns },
  );
});

test('whatever a headset answers, what is reported as in effect is valid', async () => {
  await fc.assert(
    fc.asyncProperty(answers, fc.constantFrom(...brandSchema.options), async (all, brand) => {
      const shell = shellWith(all);
      for (const [path, writer] of writersFor(brand)) {
        const reading = await writer.read(shell);
        const effective = reading === null ? {} : withValue({}, path, reading.value);
        expect(effectiveSettingsSchema.safeParse(effective).error).toBeUndefined();
      }
    }),
    { numRuns },
  );
});

test('a list of managed files names only files that Muster may remove', async () => {
  const entry = fc.record(
    {
      key: fc.string(),
      kind: fc.constantFrom('application', 'video', 'file', 'other'),
      contentId: fc.string(),
      packageName: fc.option(fc.string()),
      versionCode: fc.option(fc.integer()),
      paths: fc.array(
        fc.oneof(
          fc.string(),
          fc.constantFrom('/sdcard/Movies/a.mp4', '/sdcard/../data/x', '/system/bin/sh', '/sdcard/a\0b'),
        ),
      ),
      sizeBytes: fc.nat(),
    },
    { requiredKeys: ['key'] },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.array(entry).map((all) => JSON.stringify(all)),
        fc.json(),
        fc.string(),
      ),
      async (text) => {
        const managed = await readManaged(shellWith([text]));
        expect(managed.flatMap(({ paths }) => paths).filter((path) => !isOwnPath(path))).toEqual([]);
      },
    ),
    { numRuns },
  );
});

test.each([
  ['/sdcard/Movies/volcano.mp4', true],
  ['/storage/emulated/0/Muster/it’s "q" 🌋.mp4', true],
  ['/data/local/tmp/x', true],
  ['/sdcard/../system/x', false],
  ['/system/build.prop', false],
  ['sdcard/x', false],
  ['/sdcardx/y', false],
])('%s is a path of Muster: %s', (path, expected) => expect(isOwnPath(path)).toBe(expected));
