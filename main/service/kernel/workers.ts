import { existsSync } from 'node:fs';

/** Code that runs in a thread of its own: where it lies in the sources, seen from this file. */
const SOURCES = {
  'store-worker': './store/store-worker',
  'practice-worker': '../../simulator/practice-worker',
  'node-arp-worker': '../network/mac/node-arp-worker',
  'apk-worker': '../content/apk/apk-worker',
  'digest-worker': '../content/digest/digest-worker',
  'picture-worker': '../content/pictures/picture-worker',
} as const;

/** Where a thread's code lies: beside this file when everything was bundled, in its own folder otherwise. */
export function threadEntry(name: keyof typeof SOURCES): URL {
  const beside = new URL(`./${name}.mjs`, import.meta.url);
  if (existsSync(beside)) return beside;
  const ending = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
  return new URL(`${SOURCES[name]}${ending}`, import.meta.url);
}
