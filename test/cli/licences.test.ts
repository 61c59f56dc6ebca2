import { resolve } from 'node:path';

import { expect, test } from 'vitest';

import { licencesOf } from '../../main/cli/licences.ts';

const root = resolve(import.meta.dirname, '..', '..');

test('the licences that are shipped name the libraries inside the image library, and under what terms they are used', async () => {
  const vips = (await licencesOf(root)).find(({ name }) => name === 'wasm-vips');

  expect(vips?.licence).toBe('MIT');
  expect(vips?.text).toMatch(/MIT License/i);
  expect(vips?.text).toMatch(/\| libvips +\| LGPLv3/);
});
