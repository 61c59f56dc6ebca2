import { expect, test } from 'vitest';

import { VOLUME, writersFor } from '../../main/adb-agent/body/writers.ts';
import { brandSchema } from '../../shared/contract/devices/reported.ts';
import { adbCatalogOf } from '../../shared/domain/configuration/catalog/catalog.ts';
import { CONTENT_FIELDS } from '../../shared/domain/configuration/catalog/facts.ts';

/** Done by the guard of the kiosk, the contents, the networks and the pictures of a headset, which write no setting. */
const OTHERWISE = new Set<string>([
  ...CONTENT_FIELDS,
  'applications',
  'kioskMode.isActive',
  'kioskMode.packageName',
  'isContentDownloadAllowed',
  'isScreensharingEnabled',
  'wifi',
  'wifi[].ssid',
  'wifi[].password',
  'wifi[].security',
]);

/** A headset whose volume has so many steps, and whose other settings are these. */
function aShell({
  steps = 15,
  index = 0,
  stored = {},
}: {
  steps?: number;
  index?: number;
  stored?: Record<string, string>;
}) {
  const written: string[] = [];
  const answer = (command: readonly string[]): string => {
    written.push(command.join(' '));
    if (command.includes('--set')) index = Number(command.at(-1));
    if (command[0] === 'settings' && command[1] === 'put') stored[command[3] ?? ''] = command[4] ?? '';
    if (command[0] === 'settings' && command[1] === 'get') return `${stored[command[3] ?? ''] ?? 'null'}\n`;
    return command.includes('--get') ? `[V] volume is ${String(index)} in range [0..${String(steps)}]\n` : '';
  };
  return {
    written,
    run: async (command: readonly string[]) => ({ exitCode: 0, stdout: answer(command), stderr: '' }),
    must: async (command: readonly string[]) => answer(command),
  };
}

test.each(brandSchema.options)('exactly what the table says is written on headsets of %s', (brand) => {
  const supported = Object.entries(adbCatalogOf(brand).fields).filter(
    ([path, { support, isReported }]) => support !== 'no' && !isReported && !OTHERWISE.has(path),
  );
  expect([...writersFor(brand).keys()].toSorted()).toEqual(supported.map(([path]) => path).toSorted());
});

test('a value means the same as for an agent: PICO counts the volume to 15 and the brightness to 255', async () => {
  const shell = aShell({});
  const writers = writersFor('pico');
  await writers.get('volume')?.write(shell, 12);
  await writers.get('display.brightness')?.write(shell, 200);
  expect(shell.written).toContain('cmd media_session volume --stream 3 --set 12');
  expect(shell.written).toContain('settings put system screen_brightness 200');
});

test('per cent are written in steps of the headset, and read back as what was wanted', async () => {
  const shell = aShell({ steps: 7 });
  await VOLUME.write(shell, 50);
  const now = await VOLUME.read(shell);
  expect(shell.written).toContain('cmd media_session volume --stream 3 --set 4');
  expect(now?.isSame(50)).toBe(true);
  expect(now?.isSame(100)).toBe(false);
});

test('a value beyond the range is never reported as in effect', async () => {
  const shell = aShell({});
  await VOLUME.write(shell, 400);
  expect((await VOLUME.read(shell))?.isSame(400)).toBe(false);
});

test('a headset that ignores a setting does not confirm it', async () => {
  const shell = { ...aShell({ index: 3 }), must: async () => '' };
  await VOLUME.write(shell, 100);
  expect((await VOLUME.read(shell))?.isSame(100)).toBe(false);
});

test('a headset that does not tell a setting confirms nothing', async () => {
  const shell = aShell({});
  for (const path of ['system.locale', 'power.screenOffDelaySec', 'system.autoTime'])
    expect(await writersFor('meta').get(path)?.read(shell)).toBeNull();
});
