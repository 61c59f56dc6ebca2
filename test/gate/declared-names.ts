import { ts } from '@ts-morph/common';

/** A name that a file declares, without the `#` of private ones, and its position. */
type DeclaredName = { readonly text: string; readonly pos: number };

/** Calls `visit` for a node and everything below it. */
export function visitAll(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => {
    visitAll(child, visit);
  });
}

/** Returns every name that a file declares: variables, functions, parameters, types, properties and methods. */
export function declaredNames(source: ts.SourceFile): DeclaredName[] {
  const names: DeclaredName[] = [];
  visitAll(source, (node) => {
    const isDeclared =
      ts.isVariableDeclaration(node) ||
      ts.isBindingElement(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isMethodDeclaration(node) ||
      ts.isMethodSignature(node) ||
      ts.isPropertyDeclaration(node) ||
      ts.isPropertySignature(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isParameter(node);
    if (
      isDeclared &&
      node.name !== undefined &&
      (ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name))
    )
      names.push({ text: node.name.text.replace('#', ''), pos: node.name.pos });
  });
  return names;
}
