import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { aStation } from '../../../support/a-station.ts';
import { refused } from '../../../support/refused.ts';
import { aFolder } from '../../../support/temp-folder.ts';

/** What a browser asks for when a person opens an address. */
const NAVIGATION = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8',
};

test('an address that screens and programs share gives each what it asks for', async () => {
  using folder = aFolder();
  mkdirSync(join(folder.path, 'assets'));
  writeFileSync(join(folder.path, 'index.html'), '<!doctype html><title>Muster</title>');
  await using station = await aStation({ interfaceFolder: folder.path });

  for (const path of ['/station', '/station/routers', '/station/tokens', '/station/webhooks']) {
    const page = await station.send('GET', path, { token: null, headers: NAVIGATION });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('vary')).toContain('accept');

    const asked = await station.send('GET', path, { headers: { accept: 'application/json, text/html' } });
    expect(asked.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(asked.status).toBe(200);
    expect(await station.send('GET', path, { token: null })).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  }
  // What only programs use stays theirs, whoever asks.
  const library = await station.send('GET', '/station/library', { token: null, headers: NAVIGATION });
  expect(library).toMatchObject(refused(401, 'UNAUTHENTICATED'));
});
