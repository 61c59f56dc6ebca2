import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { compressFiles } from '../../../../main/cli/build/compress.ts';
import { aStation } from '../../../support/a-station.ts';
import { refused } from '../../../support/refused.ts';
import { aFolder } from '../../../support/temp-folder.ts';

/** Headers of a browser when a person opens an address. */
const NAVIGATION = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8',
};

test('a file of the interface is sent in the smallest encoding that the browser accepts', async () => {
  using folder = aFolder();
  const assets = join(folder.path, 'assets');
  mkdirSync(assets);
  const script = 'console.log("muster");\n'.repeat(500);
  writeFileSync(join(assets, 'index-1.js'), script);
  await compressFiles(assets);
  await using station = await aStation({ interfaceFolder: folder.path });
  const ask = (headers: Record<string, string>) => fetch(`${station.url}/assets/index-1.js`, { headers });

  for (const [accepted, encoding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', null],
  ] as const) {
    const answer = await ask({ 'accept-encoding': accepted });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('content-type')).toMatch(/^(text|application)\/javascript/);
    expect(answer.headers.get('vary')).toContain('accept-encoding');
    expect(await answer.text()).toBe(script);
    const etag = answer.headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    // Node's fetch bypasses every cache otherwise.
    const asBrowser = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    const again = await ask({ 'accept-encoding': accepted, ...asBrowser });
    expect(again.status).toBe(304);
  }
});

test('an address shared by screens and programs returns to each the type that it accepts', async () => {
  using folder = aFolder();
  mkdirSync(join(folder.path, 'assets'));
  writeFileSync(join(folder.path, 'index.html'), '<!doctype html><title>Muster</title>');
  await using station = await aStation({ interfaceFolder: folder.path });

  for (const path of ['/station', '/station/routers', '/station/tokens', '/station/webhooks']) {
    const page = await station.send('GET', path, { token: null, headers: NAVIGATION });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('vary')).toContain('accept');

    const requested = await station.send('GET', path, { headers: { accept: 'application/json, text/html' } });
    expect(requested.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(requested.status).toBe(200);
    expect(await station.send('GET', path, { token: null })).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  }
  // Addresses only for programs stay unchanged, whoever requests them.
  const library = await station.send('GET', '/station/library', { token: null, headers: NAVIGATION });
  expect(library).toMatchObject(refused(401, 'UNAUTHENTICATED'));
});
