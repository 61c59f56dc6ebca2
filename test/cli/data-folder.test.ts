import { expect, test } from 'vitest';

import { defaultDataFolder } from '../../main/cli/data-folder.ts';

test('on Linux the data folder follows XDG_DATA_HOME', () => {
  const at = (env: Record<string, string>): string =>
    defaultDataFolder({ platform: 'linux', env, home: '/h' });
  expect(at({})).toBe('/h/.local/share/muster');
  expect(at({ XDG_DATA_HOME: '/data' })).toBe('/data/muster');
  expect(at({ XDG_DATA_HOME: 'relative' })).toBe('/h/.local/share/muster');
});

test('on macOS the data folder is among the application support files', () => {
  expect(defaultDataFolder({ platform: 'darwin', env: {}, home: '/h' })).toBe(
    '/h/Library/Application Support/Muster',
  );
});

test('on Windows the data folder is in the local, never the roaming, application data', () => {
  const at = (env: Record<string, string>): string =>
    defaultDataFolder({ platform: 'win32', env, home: String.raw`C:\h` });
  expect(at({ LOCALAPPDATA: String.raw`D:\local`, APPDATA: String.raw`D:\roaming` })).toBe(
    String.raw`D:\local\Muster`,
  );
  expect(at({})).toBe(String.raw`C:\h\AppData\Local\Muster`);
});
