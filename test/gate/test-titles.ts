import { readFileSync } from 'node:fs';

import { ts } from '@ts-morph/common';

/**
 * Returns the titles of the tests in a file, as written: `a code is used up`, `%s is refused`, and with the titles of
 * the surrounding `describe` blocks: `usage › an unknown flag is named`.
 */
export function testTitlesIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  return titlesBelow(source, '');
}

function titlesBelow(node: ts.Node, prefix: string): string[] {
  const call = titledCall(node);
  const title = call === undefined ? prefix : prefix + call.title;
  if (call?.runs === 'test') return [title];
  const inside = call === undefined ? prefix : `${title} › `;
  const found: string[] = [];
  ts.forEachChild(node, (child) => void found.push(...titlesBelow(child, inside)));
  return found;
}

/** `test('…')`, `test.each(…)('…')`, `test.skipIf(…)('…')`, `longTest('…')`, `describe('…')`. */
function titledCall(node: ts.Node): { runs: 'test' | 'describe'; title: string } | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const [first] = node.arguments;
  if (first === undefined || !ts.isStringLiteralLike(first)) return undefined;
  let callee: ts.Expression = node.expression;
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) callee = callee.expression;
  if (!ts.isIdentifier(callee)) return undefined;
  const { text } = callee;
  if (text === 'describe') return { runs: text, title: first.text };
  return text === 'test' || text.endsWith('Test') ? { runs: 'test', title: first.text } : undefined;
}
