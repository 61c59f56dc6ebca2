import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, test } from 'vitest';
import type { z } from 'zod';

import { ENROL, CHECKS } from '../../main/check-agent/index.ts';
import { contract, streams } from '../../shared/contract/index.ts';
import { ERROR_STATUS } from '../../shared/contract/errors.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';

const page = readFileSync(resolve(import.meta.dirname, '..', '..', 'docs', 'agents.md'), 'utf8');

const operations = new Map<string, Endpoint>(
  Object.values(contract).map((each) => [`${each.method} ${each.path}`, each as Endpoint]),
);
const known = new Set([...operations.keys(), ...Object.values(streams).map(({ path }) => `GET ${path}`)]);

/** An example: which part of which operation, and its JSON. */
type Example = Readonly<{ part: string; name: string; json: unknown }>;

const examples: readonly Example[] = [
  ...page.matchAll(/```json (body|reply|event) ([^\n]+)\n([\s\S]*?)```/g),
].map(([, part = '', name = '', text = '']) => ({ part, name, json: JSON.parse(text) as unknown }));

function schemaOf({ part, name }: Example): z.ZodType | undefined {
  if (part === 'event')
    return Object.entries(streams.deviceUpdates.events).find(([event]) => event === name)?.[1];
  return part === 'body' ? operations.get(name)?.body : operations.get(name)?.reply;
}

test('every operation on the page is in the contract', () => {
  const named = [...page.matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/[\w/{}-]+)/g)].map(
    ([, method = '', path = '']) => `${method} ${path}`,
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((operation) => !known.has(operation))).toEqual([]);
});

test('every call that an agent may make with its own token is on the page', () => {
  const forHeadsets = [...operations]
    .filter(([, { access }]) => Array.isArray(access) && !access.includes('enterprise'))
    .map(([name]) => name);
  expect(forHeadsets.length).toBeGreaterThan(2);
  expect(forHeadsets.filter((name) => !page.includes(name))).toEqual([]);
});

test('every example has the form of the contract, and no unknown field', () => {
  expect(examples.length).toBeGreaterThan(7);
  for (const example of examples) {
    const schema = schemaOf(example);
    expect(schema, `${example.part} ${example.name}`).toBeDefined();
    expect(schema?.parse(example.json), `${example.part} ${example.name}`).toEqual(example.json);
  }
});

test('every error code on the page exists, with its status', () => {
  const codes = [...page.matchAll(/\b([45]\d\d) `([A-Z][A-Z_]+)`/g)];
  expect(codes.length).toBeGreaterThan(8);
  const statuses: Readonly<Record<string, number>> = ERROR_STATUS;
  expect(codes.filter(([, status, code = '']) => statuses[code] !== Number(status))).toEqual([]);
});

test('the page lists every check of check-agent, in order', () => {
  const [, list = ''] = page.split('\n## Check your agent\n');
  const rows = [...list.matchAll(/^\| `([a-z]+)` \|/gm)].map(([, name]) => name);
  expect(rows).toEqual([ENROL, ...CHECKS.map(({ name }) => name)]);
});
