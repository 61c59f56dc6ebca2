import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { LocalCopies } from '../../main/adb-agent/body/local-copies.ts';
import type { Fetcher } from '../../main/agent/contents/fetcher.ts';
import type { Wanted } from '../../main/agent/contents/wanted.ts';
import { aFolder } from '../support/temp-folder.ts';

const wanted: Wanted = {
  key: 'video film',
  kind: 'video',
  contentId: 'film',
  packageName: null,
  urls: ['http://files.test/a%20film.mp4'],
  sources: [],
  versionCode: null,
  fileName: 'film.mp4',
  dir: '/sdcard/Movies',
  expiresAtMs: null,
  isReassigned: false,
};

/** A fetcher that stores `text` once it may, or fails with `failure`. */
function aFetcher({ text = 'film', failure = null as string | null } = {}) {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const seen = { times: 0, aborted: false };
  const fetcher: Pick<Fetcher, 'fetch'> = {
    async fetch(_download, _onProgress, signal, store) {
      seen.times += 1;
      await store?.(Buffer.from(text), 0, 0);
      await Promise.race([mayEnd, new Promise((resolve) => signal.addEventListener('abort', resolve))]);
      seen.aborted = signal.aborted;
      return signal.aborted ? 'CUT' : failure;
    },
  };
  return { fetcher, seen, end };
}

const never = new AbortController().signal;
const onProgress = (): void => undefined;
const read = async (files: readonly { path: string }[]): Promise<string> =>
  readFileSync(files[0]?.path ?? '', 'utf8');

test('a content that several want is downloaded once, and deleted after the last has used it', async () => {
  using folder = aFolder();
  const copies = new LocalCopies(folder.path);
  const { fetcher, seen, end } = aFetcher();
  const { promise: kept, resolve: release } = Promise.withResolvers<void>();
  const how = { fetcher, signal: never, onProgress };
  const first = copies.use(wanted, how, read);
  const second = copies.use(wanted, how, async (files) => {
    await kept;
    return read(files);
  });
  end();
  expect(await first).toBe('film');
  expect(readdirSync(folder.path)).toHaveLength(1);
  release();
  expect(await second).toBe('film');
  expect(seen.times).toBe(1);
  expect(readdirSync(folder.path)).toEqual([]);
});

test('who gives up does not stop the others; when all have, the download stops', async () => {
  using folder = aFolder();
  const copies = new LocalCopies(folder.path);
  const { fetcher, seen } = aFetcher();
  const [one, two] = [new AbortController(), new AbortController()];
  const first = copies.use(wanted, { fetcher, signal: one.signal, onProgress }, read);
  const second = copies.use(wanted, { fetcher, signal: two.signal, onProgress }, read);
  await expect.poll(() => seen.times).toBe(1);
  one.abort(new Error('unplugged'));
  await expect(first).rejects.toThrow('unplugged');
  expect(seen.aborted).toBe(false);
  two.abort(new Error('unplugged'));
  await expect(second).rejects.toThrow('unplugged');
  expect(seen.aborted).toBe(true);
  expect(readdirSync(folder.path)).toEqual([]);
});

test('a download that failed with the token of one is repeated with that of the other', async () => {
  using folder = aFolder();
  const copies = new LocalCopies(folder.path);
  const refused = aFetcher({ failure: 'UNAUTHENTICATED' });
  const own = aFetcher();
  const first = copies.use(wanted, { fetcher: refused.fetcher, signal: never, onProgress }, read);
  const second = copies.use(wanted, { fetcher: own.fetcher, signal: never, onProgress }, read);
  refused.end();
  own.end();
  await expect(first).rejects.toThrow('UNAUTHENTICATED');
  expect(await second).toBe('film');
  expect(own.seen.times).toBe(1);
  expect(readdirSync(folder.path)).toEqual([]);
});

test('what a killed station left is deleted', () => {
  using folder = aFolder();
  const left = join(folder.path, 'copies', 'half');
  mkdirSync(left, { recursive: true });
  writeFileSync(join(left, '0'), 'half a film');
  const copies = new LocalCopies(join(folder.path, 'copies'));
  expect(copies.lanes.usb).not.toBe(copies.lanes.wifi);
  expect(readdirSync(folder.path)).toEqual([]);
});
