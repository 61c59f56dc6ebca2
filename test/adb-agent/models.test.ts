import { expect, test } from 'vitest';

import { readFacts } from '../../main/adb-agent/body/inventory.ts';
import { readForeground, readPackages } from '../../main/adb-agent/readers/software.ts';
import { brandOf } from '../../shared/domain/devices/brand.ts';
import { readDeviceList } from '../../shared/domain/enrolment/cable/device-list.ts';
import { drawHubs } from '../../shared/domain/enrolment/cable/ports.ts';
import { MODELS } from './models.ts';

/** A shell that answers as a headset of this model. */
function shellOf(properties: string) {
  const answers: Readonly<Record<string, string>> = {
    getprop: `[ro.serialno]: [SERIAL]\n${properties}`,
    settings: '0123456789abcdef\n',
  };
  const run = ([tool = '']: readonly string[]) =>
    Promise.resolve({ exitCode: 0, stdout: answers[tool] ?? '', stderr: '' });
  return { run, must: async (command: readonly string[]) => (await run(command)).stdout };
}

test.each(MODELS)('$model is recognised by what its system says', async ({ model, brand, properties }) => {
  const facts = await readFacts(shellOf(properties));
  expect(facts).toMatchObject({ modelName: model, serial: 'SERIAL' });
  expect(brandOf(facts?.modelName ?? '', facts?.product ?? '')).toBe(brand);
});

test.each(MODELS)('$model is listed with its connection', ({ listed, foreground }) => {
  const [headset, ...others] = readDeviceList(`List of devices attached\n${listed}\n`).filter(
    ({ name }) => name !== 'List',
  );
  expect(others).toEqual([]);
  expect(headset).toMatchObject({ name: listed.split(' ')[0], state: 'device' });
  expect(headset?.transportId).not.toBeNull();
  const item = { name: headset?.name ?? '', usbPath: headset?.usbPath ?? null };
  expect(drawHubs([item], []).flatMap(({ ports }) => ports)).toHaveLength(1);
  expect(readForeground(foreground)).toBe('org.example.volcano');
});

test('each model of the table is there, each with its source; what was composed says so', () => {
  const models = new Set(MODELS.map(({ model }) => model));
  for (const name of ['Quest 2', 'Quest 3', 'Quest 3S', 'Quest Pro', 'PICO 4', 'PICO 4 Ultra', 'Pico Neo 3'])
    expect([...models].some((model) => model.endsWith(name))).toBe(true);
  for (const name of ['VIVE Focus 3', 'VIVE XR Elite', 'VIVE Focus Vision'])
    expect(models).toContain(`HTC ${name}`);
  expect(MODELS.filter(({ source }) => source === '')).toEqual([]);
  expect(MODELS.filter(({ isCaptured }) => isCaptured).length).toBeGreaterThan(5);
});

test('Android 7 states no versions of packages, and is read without them', () => {
  expect(readPackages('package:org.example.volcano\npackage:org.example.old\n')).toEqual([
    { packageName: 'org.example.volcano' },
    { packageName: 'org.example.old' },
  ]);
  // Its `pm` knows no such option. Source: Android 7, PackageManagerShellCommand.
  expect(readPackages('Error: Unknown option: --show-versioncode\n')).toEqual([]);
});
