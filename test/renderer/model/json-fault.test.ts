import fc from 'fast-check';
import { expect, test } from 'vitest';

import { faultAt, jsonFault } from '../../../renderer/model/json-fault.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('an error is found in exactly the texts that are not JSON, whichever character was lost, added or changed', () => {
  fc.assert(
    fc.property(
      fc.json(),
      fc.nat(),
      fc.constantFrom(0, 1),
      fc.constantFrom('', '"', ',', ':', '}', ']', '0', '-', '\\', '\n', 'e', '\u0001', ' '),
      (json, place, taken, put) => {
        const at = place % (json.length + 1);
        const text = json.slice(0, at) + put + json.slice(at + taken);
        expect(faultAt(text) === null).toBe(isJson(text));
        // The text before the error could have become JSON: the error is not reported too late.
        expect(faultAt(text) ?? 0).toBeLessThanOrEqual(text.length);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('the position is given by line and column, with the unexpected character', () => {
  const at = (text: string) => jsonFault(text);
  expect(at('{"a": }')).toEqual({ kind: 'token', where: { line: 1, column: 7, token: '}' } });
  expect(at('{\n  "a": 1,\n  "b" 2\n}')).toEqual({
    kind: 'token',
    where: { line: 3, column: 7, token: '2' },
  });
  expect(at('{"a": 1,')).toEqual({ kind: 'syntax', where: { line: 1, column: 9, token: '' } });
  expect(at('{"a": 01}')).toEqual({ kind: 'token', where: { line: 1, column: 8, token: '1' } });
  expect(at('{"a": "\\x"}')).toEqual({ kind: 'token', where: { line: 1, column: 8, token: '\\' } });
  expect(at('[1]')).toMatchObject({ kind: 'notObject' });
  expect(at(' \n')).toMatchObject({ kind: 'empty' });
  expect(at('{"é": 1}')).toEqual({ kind: 'none', value: { é: 1 } });
});

test('a text of only brackets has a position too', () => {
  expect(jsonFault('['.repeat(200_000))).toMatchObject({ kind: 'syntax', where: { column: 200_001 } });
});
