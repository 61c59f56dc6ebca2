import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { z } from 'zod';

import { en } from '../../renderer/copy/en/index.ts';

const docs = resolve(import.meta.dirname, '..', '..', 'docs');

/** The scene of the pictures in the documentation. */
export const DOC_SCENE = 'thirty';

/** The pictures in the documentation that show a screen, each with its shot in that scene. */
export const DOC_PICTURES: Readonly<Record<string, string>> = {
  'screenshot-fleet.webp': 'wall',
  'screenshot-settings.webp': 'settings',
  'screenshot-preview.webp': 'plan',
  'screenshot-waves.webp': 'run',
  'screenshot-kiosk.webp': 'kiosk',
};

/** The file with the words of each picture: the texts of the interface that its screen showed when it was taken. */
export const WORDS_FILE = join(docs, 'screenshot-words.json');

/** Returns the recorded words of each picture. */
export function recordedWords(): Readonly<Record<string, readonly string[]>> {
  return z.record(z.string(), z.array(z.string())).parse(JSON.parse(readFileSync(WORDS_FILE, 'utf8')));
}

/** Returns every fixed text of the English interface: those without a value in them. */
export function fixedTexts(): ReadonlySet<string> {
  const texts = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') {
      if (!value.includes('{{')) texts.add(value);
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  collect(en);
  return texts;
}

/** Returns the lines of a screen that are texts of the interface, sorted, each once. */
export function wordsOn(screen: string, texts: ReadonlySet<string>): string[] {
  const lines = screen.split('\n').map((line) => line.trim());
  return [...new Set(lines)].filter((line) => texts.has(line)).toSorted();
}
