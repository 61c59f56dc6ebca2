import { join, relative } from 'node:path';

import { ts } from '@ts-morph/common';

import type { Tree } from './tree.ts';

/** The operations through whose handlers a flow enters the service. */
export const FLOWS = {
  'a heartbeat': ['updateDevice'],
  'preview to proof': ['createPlan', 'applyPlan', 'updateDevice'],
  'an edit to the central and back': ['configureDevice', 'runSync'],
} as const;

export type Flow = {
  /** Files with functions of the flow. */
  readonly files: number;
  /** For the most distant function: how often the shortest path to it goes from one file to another. */
  readonly hops: number;
};

/**
 * Follows each flow from the handlers of its operations: every function, method, accessor and class named in a body
 * is followed to its declaration, within `main/service` and `shared`. A call through a type without a body (an
 * interface, a callback) ends there: what the flow triggers by an event is not counted.
 */
export function measureFlows({ root, files }: Tree): Record<keyof typeof FLOWS, Flow> {
  const service = [...files.keys()].filter((path) => path.startsWith('main/service/'));
  const program = ts.createProgram(
    service.map((path) => join(root, path)),
    {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2024,
      lib: ['lib.es2024.d.ts', 'lib.esnext.disposable.d.ts'],
      types: ['node'],
      typeRoots: [join(root, 'node_modules', '@types')],
    },
  );
  const checker = program.getTypeChecker();
  const isOurs = (file: ts.SourceFile): boolean =>
    /^(?:main\/service|shared)\//.test(relative(root, file.fileName));
  const sources = program.getSourceFiles().filter(isOurs);
  const measured = Object.entries(FLOWS).map(([name, operations]) => {
    const entries = operations.flatMap((operation) => {
      const handlers = handlersOf(sources, operation);
      if (handlers.length === 0) throw new Error(`Nobody mounts ${operation}`);
      return handlers;
    });
    return [
      name,
      follow(entries, (node) => bodiesNamed(checker, node).filter((each) => isOurs(each.getSourceFile()))),
    ];
  });
  return Object.fromEntries(measured) as Record<keyof typeof FLOWS, Flow>;
}

/** Returns the handlers of an operation: the functions among the arguments of `mount(http, operation, …)`. */
function handlersOf(sources: readonly ts.SourceFile[], operation: string): ts.Node[] {
  const found: ts.Node[] = [];
  const check = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const at = node.arguments.findIndex((each) => nameOf(each) === operation);
      if (at >= 0) found.push(...node.arguments.slice(at + 1));
    }
    ts.forEachChild(node, check);
  };
  for (const source of sources) if (source.text.includes(operation)) check(source);
  return found;
}

function nameOf(node: ts.Expression): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return ts.isIdentifier(node) ? node.text : undefined;
}

/** Returns every body that the code in `body` names. */
function bodiesNamed(checker: ts.TypeChecker, body: ts.Node): ts.Node[] {
  const found: ts.Node[] = [];
  const check = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return;
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) found.push(...declarationsOf(checker, node));
    ts.forEachChild(node, check);
  };
  check(body);
  return found;
}

function declarationsOf(checker: ts.TypeChecker, name: ts.Identifier | ts.PrivateIdentifier): ts.Node[] {
  let symbol = checker.getSymbolAtLocation(name);
  if (symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0)
    symbol = checker.getAliasedSymbol(symbol);
  return (symbol?.declarations ?? []).flatMap((each) => bodyOf(each) ?? []);
}

/** Returns the code that a call runs; undefined if it has no body. */
function bodyOf(declaration: ts.Declaration): ts.Node | undefined {
  if (ts.isClassDeclaration(declaration)) {
    // A constructor call: its constructor and field initialisers. Its methods are followed where they are named.
    return declaration.members.find(ts.isConstructorDeclaration)?.body;
  }
  if (ts.isVariableDeclaration(declaration) || ts.isPropertyAssignment(declaration)) {
    const { initializer } = declaration;
    const isFunction =
      initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer));
    return isFunction ? initializer.body : undefined;
  }
  return ts.isFunctionLike(declaration) && 'body' in declaration
    ? (declaration.body as ts.Node | undefined)
    : undefined;
}

/** Walks from body to body, nearest first; a step within a file costs nothing. */
export function follow(entries: readonly ts.Node[], named: (body: ts.Node) => readonly ts.Node[]): Flow {
  const hops = new Map<ts.Node, number>(entries.map((each) => [each, 0]));
  const files = new Set<ts.SourceFile>();
  let distance = 0;
  for (let ring = [...entries]; ring.length > 0; distance += 1) {
    const next: ts.Node[] = [];
    for (let body = ring.pop(); body !== undefined; body = ring.pop()) {
      const here = body.getSourceFile();
      files.add(here);
      const fresh = named(body).filter((each) => !hops.has(each) || isNearer(each, here, { hops, distance }));
      for (const each of fresh) {
        const isHere = each.getSourceFile() === here;
        hops.set(each, isHere ? distance : distance + 1);
        (isHere ? ring : next).push(each);
      }
    }
    // Some of them were reached from within their own file after all.
    ring = next.filter((each) => hops.get(each) === distance + 1);
  }
  return { files: files.size, hops: Math.max(0, ...hops.values()) };
}

function isNearer(
  body: ts.Node,
  here: ts.SourceFile,
  { hops, distance }: { readonly hops: ReadonlyMap<ts.Node, number>; readonly distance: number },
): boolean {
  return body.getSourceFile() === here && (hops.get(body) ?? Infinity) > distance;
}
