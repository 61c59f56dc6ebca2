import { cpSync } from 'node:fs';

import { expect, test } from 'vitest';

import { getStation, settleCopy } from '../../../../shared/contract/operations/station.ts';
import { aStation } from '../../../support/a-station.ts';
import { aFolder } from '../../../support/temp-folder.ts';

test('a copied data folder is reported until the station has its own name', async () => {
  using folder = aFolder();
  using copy = aFolder();
  {
    await using _first = await aStation({ dataFolder: folder.path });
  }
  cpSync(folder.path, copy.path, { recursive: true });
  await using station = await aStation({ dataFolder: folder.path });
  const { name, epoch, warnings } = (await station.call(getStation)).body;
  expect(warnings).toEqual([]);
  await using copied = await aStation({ dataFolder: copy.path });
  expect((await copied.call(getStation)).body).toMatchObject({ name, warnings: ['FOLDER_COPIED'] });

  const same = await copied.call(settleCopy, { body: { name } });
  const settled = await copied.call(settleCopy, { body: { name: 'Second cart' } });

  expect(same.status).toBe(409);
  expect(settled.body.name).toBe('Second cart');
  const now = (await copied.call(getStation)).body;
  expect(now).toMatchObject({ name: 'Second cart', warnings: [] });
  expect(now.epoch).not.toBe(epoch);
});
