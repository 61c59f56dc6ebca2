import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, test } from 'vitest';

import { draw, DRAWN, drawnOn, graphOf, graphOfCode, reachOf } from './picture.ts';

const root = resolve(import.meta.dirname, '..', '..');
const text = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8');

/** Compares a diagram with the code; `node test/gate/picture.ts` regenerates it. */
function differences(drawn: ReturnType<typeof drawnOn>, code: ReturnType<typeof graphOf>): string[] {
  return [...code].flatMap(([name, imported]) => [
    ...(drawn.has(name) ? [] : [`${name} is not in the picture`]),
    ...[...imported]
      .filter((each) => !reachOf(drawn, name).has(each))
      .map((each) => `${name} imports ${each}`),
    ...[...(drawn.get(name) ?? [])]
      .filter((each) => !imported.has(each))
      .map((each) => `${name} does not import ${each}`),
  ]);
}

describe.each(Object.entries(DRAWN))('%s', (place, order) => {
  test('the diagram matches the imports', () => {
    expect(differences(drawnOn(text, place), graphOfCode(place))).toEqual([]);
  });

  test('its folders are in the diagram in their order, the highest first', () => {
    expect([...drawnOn(text, place).keys()]).toEqual(order.toReversed());
  });
});

test('a missing arrow, and one without an import, are found', () => {
  const code = graphOf('main/service', [
    { from: 'main/service/sync/a.ts', to: 'main/service/devices/index.ts' },
    { from: 'main/service/devices/a.ts', to: 'main/service/access/index.ts' },
    { from: 'main/service/sync/a.ts', to: 'main/service/access/index.ts' },
  ]);
  const picture = `<!-- main/service -->\n${draw(code)}\n`;
  expect(picture).toContain('sync --> devices\n');
  expect(differences(drawnOn(picture, 'main/service'), code)).toEqual([]);
  const wrong = picture.replace('sync --> devices', 'sync --> network');
  expect(differences(drawnOn(wrong, 'main/service'), code)).toEqual([
    'sync imports devices',
    'sync imports access',
    'sync does not import network',
  ]);
});

test('every file that the pages for newcomers name exists', () => {
  const pages = ['docs/architecture.md', 'CONTRIBUTING.md'];
  const missing = pages.flatMap((page) =>
    [
      ...readFileSync(join(root, page), 'utf8').matchAll(
        /`((?:main|renderer|shared|test|docs|preload)\/[\w./-]+)`/g,
      ),
    ]
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${page}: ${path}`),
  );
  expect(missing).toEqual([]);
});
