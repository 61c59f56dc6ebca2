import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, test } from 'vitest';

import { importsBelow, importsIn, ORDERS } from './order.ts';
import { topicFaultOf, TOPICS } from './topics.ts';

const root = resolve(import.meta.dirname, '..', '..');

test('every module of the service has an order of its topics', () => {
  const { open, modules } = ORDERS['main/service'];
  expect(Object.keys(TOPICS).toSorted()).toEqual(
    [...open, ...modules].map((module) => `main/service/${module}`).toSorted(),
  );
});

describe.each(Object.entries(TOPICS))('%s', (module, topics) => {
  test('every topic has its place in the order', () => {
    const folders = readdirSync(join(root, module), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(folders.toSorted()).toEqual(topics.toSorted());
  });

  test('topics import from lower ones only', () => {
    expect(importsBelow(root, module).flatMap((each) => topicFaultOf(module, each) ?? [])).toEqual([]);
  });

  test.each(topics.slice(1))('an import of %s from the topic below it is found', (topic) => {
    const below = topics[topics.indexOf(topic) - 1] ?? '';
    const planted = `import type { Planted } from '../${topic}/planted.ts';\n`;
    const [found] = importsIn(`${module}/${below}/planted.ts`, planted);
    expect(found && topicFaultOf(module, found)).toContain('a higher topic');
  });

  test('a file beside the topics may import all of them', () => {
    const planted = topics.map((topic) => `import './${topic}/planted.ts';\n`).join('');
    expect(
      importsIn(`${module}/open.ts`, planted).flatMap((each) => topicFaultOf(module, each) ?? []),
    ).toEqual([]);
  });
});
