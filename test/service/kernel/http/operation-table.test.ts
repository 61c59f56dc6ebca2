import Fastify, { type FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';

import '../../../../main/service/kernel/http/fastify-types.ts';
import { findOperations, serveOperations } from '../../../../main/service/kernel/openapi/operation-table.ts';
import { contract, streams } from '../../../../shared/contract/index.ts';

const asRoute = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** A server of which every operation says its own name and the parameters that it got. */
async function aServer(operations: readonly { name: string; method: string; path: string }[]) {
  const http: FastifyInstance = Fastify();
  findOperations(http);
  for (const { name, method, path } of operations) {
    http.operations.add({
      method: method as 'GET',
      url: asRoute(path),
      config: {},
      handler: ({ params }) => ({ name, params }),
    });
  }
  serveOperations(http);
  await http.ready();
  return http;
}

test('every operation is found at its own address, whatever its parameters are', async () => {
  const operations = Object.entries({ ...contract, ...streams }).map(([name, operation]) => ({
    name,
    ...operation,
  }));
  await using http = await aServer(operations);

  for (const { name, method, path } of operations) {
    const expected: Record<string, string> = {};
    const url = path.replaceAll(/\{(\w+)\}/g, (_braces, parameter: string) => {
      expected[parameter] = `a/b%:${parameter}`;
      return encodeURIComponent(expected[parameter]);
    });
    const answer = await http.inject({ method: method as 'GET', url: `${url}?a=b` });
    expect(answer.json(), `${method} ${path}`).toEqual({ name, params: expected });
  }
});

test('two operations of the same method and path are a fault that shows when the paths are put in order', async () => {
  await using http = await aServer([
    { name: 'one', method: 'GET', path: '/things/{thingId}' },
    { name: 'other', method: 'GET', path: '/things/{id}' },
  ]);

  expect(() => http.operations.order(10)).toThrow('already declared');
});

test('an operation that is added after the first request is refused', async () => {
  await using http = await aServer([{ name: 'one', method: 'GET', path: '/one' }]);
  await http.inject('/one');

  const late = { method: 'GET', url: '/late', config: {}, handler: () => 'late' } as const;
  expect(() => http.operations.add(late)).toThrow('/late comes too late');
});
