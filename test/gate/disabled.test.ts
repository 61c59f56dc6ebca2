import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { ts } from '@ts-morph/common';
import { expect, test } from 'vitest';

const renderer = resolve(import.meta.dirname, '../../renderer');
/** The kit shows components in every state. */
const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.tsx') && !name.startsWith('kit'),
);
const PRESSED = new Set(['button', 'Button', 'SmallButton', 'ActionIcon', 'Menu.Item']);

/** Returns the line of every button or menu item with the given property. */
function buttonsWith(property: string, name: string, text: string): string[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) &&
      PRESSED.has(node.tagName.getText())
    )
      for (const each of node.attributes.properties)
        if (ts.isJsxAttribute(each) && each.name.getText() === property)
          found.push(`${name}:${source.getLineAndCharacterOfPosition(each.getStart()).line + 1}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test('a button is not disabled without a reason: it uses loading, needs() or blockedBy() of ui/why/why.ts', () => {
  const planted = '<Menu.Item disabled={isFirst} onClick={() => a > b} />';
  expect(buttonsWith('disabled', 'planted.tsx', planted)).toEqual(['planted.tsx:1']);
  const texts = files.map((name) => [name, readFileSync(join(renderer, name), 'utf8')] as const);
  const suspects = texts.filter(([, text]) => /\bdisabled\b/.test(text));
  expect(suspects.length).toBeGreaterThan(0);
  expect(suspects.flatMap(([name, text]) => buttonsWith('disabled', name, text))).toEqual([]);
});
