import { expect, test } from 'vitest';

import { decisions, indexOf, indexPage } from './decisions.ts';

test('the decision index matches the files (else run `node test/gate/decisions.ts`)', () => {
  const { written, wanted } = indexPage();
  expect(written).toBe(wanted);
});

test('every decision begins with its number, the one in its file name, and a title', () => {
  const wrong = [...decisions()].filter(
    ([file, text]) => !text.startsWith(`# ${String(Number(file.slice(0, 4)))}. `),
  );
  expect(wrong.map(([file]) => file)).toEqual([]);
});

test('the decisions that bind fit into 40 files, and every section says what was decided', () => {
  const texts = [...decisions()];
  expect(texts.length).toBeGreaterThan(20);
  expect(texts.length).toBeLessThanOrEqual(40);
  const silent = texts.flatMap(([file, text]) =>
    text
      .split(/^##? (?=\S)/m)
      .filter((section) => section.includes('\n\n') && section.trim().includes('\n'))
      .filter((section) => !section.includes('**Decided.**'))
      .map((section) => `${file}: ${section.split('\n')[0] ?? ''}`),
  );
  expect(silent).toEqual([]);
});

test('a replaced decision says so in the index', () => {
  const texts = new Map([
    ['0002-b.md', '# 2. Bees\n\nWords.\n'],
    ['0001-a.md', '# 1. Ants\n\nReplaced by [2](0002-b.md).\n'],
    ['0003-c.md', '# 3. Cicadas\n\nReplaced in part by [2](0002-b.md).\n'],
  ]);
  expect(indexOf(texts)).toBe(
    '| 1 | [Ants](0001-a.md) | replaced by [2](0002-b.md) |\n' +
      '| 2 | [Bees](0002-b.md) | in force |\n' +
      '| 3 | [Cicadas](0003-c.md) | replaced in part by [2](0002-b.md) |\n',
  );
});
