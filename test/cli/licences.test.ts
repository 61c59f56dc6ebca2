import { resolve } from 'node:path';

import { expect, test } from 'vitest';

import { licencesOf } from '../../main/cli/build/licences.ts';

const root = resolve(import.meta.dirname, '..', '..');

test('the shipped licences name the libraries inside the image library, and their terms', async () => {
  const vips = (await licencesOf(root)).find(({ name }) => name === 'wasm-vips');

  expect(vips?.licence).toBe('MIT');
  expect(vips?.text).toMatch(/MIT License/i);
  expect(vips?.text).toMatch(/\| libvips +\| LGPLv3/);
});
