import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

import { bundlePreload } from '../../main/cli/build/build-desktop.ts';
import { bridgeOver } from '../../shared/ipc-channels.ts';
import { ipc } from '../../shared/ipc.ts';
import { aFolder } from '../support/temp-folder.ts';

test('the preload script has at most 10 KB', async () => {
  using folder = aFolder();
  await bundlePreload(resolve(import.meta.dirname, '..', '..'), folder.path);
  expect(statSync(join(folder.path, 'index.cjs')).size).toBeLessThanOrEqual(10 * 1024);
});

test('the bridge has every method, each on its own channel', async () => {
  const requested: string[] = [];
  const bridge = bridgeOver(async (channel) => {
    requested.push(channel);
    return Promise.resolve();
  });

  for (const verb of Object.values(bridge) as (() => Promise<unknown>)[]) await verb();

  expect(Object.keys(bridge)).toEqual(Object.keys(ipc));
  expect(requested).toEqual(Object.values(ipc).map(({ channel }) => channel));
});

test.each(['fleet.exe', 'fleet.csv.bat', 'fleet', '.csv/..', 'fleet.desktop'])(
  'a text is not saved as %s',
  (name) => {
    expect(ipc.saveText.request.safeParse({ name, text: '' }).success).toBe(false);
  },
);
