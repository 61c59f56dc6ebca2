import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { contract } from '../../shared/contract/index.ts';
import { aSmallDisk } from '../support/a-small-disk.ts';
import { aStation } from '../support/a-station.ts';

const MIB = 1024 * 1024;

test('an upload that does not fit on the disk is refused, announced or not, and leaves nothing', async ({
  skip,
}) => {
  const disk = aSmallDisk(112);
  if (typeof disk === 'string') return skip(disk);
  using path = disk;
  await using station = await aStation({ dataFolder: path.path });
  const headers = { authorization: `Bearer ${station.token}`, 'content-type': 'application/octet-stream' };
  const upload = (body: BodyInit) => {
    const init = { method: 'POST', headers, body, duplex: 'half' };
    return fetch(`${station.url}/station/library?name=a.bin`, init);
  };
  const bytes = new Uint8Array(80 * MIB);

  const announced = await upload(bytes);
  const streamed = await upload(new Blob([bytes]).stream());

  expect(announced.status).toBe(507);
  expect(await announced.json()).toMatchObject({ code: 'STORAGE_FULL' });
  expect(streamed.status).toBe(507);
  expect(readdirSync(join(path.path, 'library', 'arriving'))).toEqual([]);
  // A smaller upload still fits, and the store has kept its reserve.
  expect((await upload(new Uint8Array(8 * MIB))).status).toBe(200);
  expect((await station.call(contract.createSlots, { body: { count: 1, labelPrefix: 'A-' } })).status).toBe(
    200,
  );
});
