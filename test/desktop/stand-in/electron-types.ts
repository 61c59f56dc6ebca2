import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { ts } from '@ts-morph/common';

/** A method as Electron declares it: each overload with its minimum and maximum number of arguments. */
type Method = {
  readonly kind: 'method';
  readonly overloads: { min: number; max: number; types: string[] }[];
};
type Member = Method | { readonly kind: 'property' };

/** One class or interface of Electron: its members, its events, and what it extends. */
type Declared = {
  readonly members: Map<string, Member>;
  readonly events: Set<string>;
  readonly parents: string[];
};

const declared = readDeclarations();

/** Reads Electron's own type definitions, which are part of the package; its binary is not needed. */
function readDeclarations(): Map<string, Declared> {
  const path = createRequire(import.meta.url).resolve('electron/electron.d.ts');
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found = new Map<string, Declared>();
  const readBlock = (block: ts.ModuleBlock): void => {
    for (const statement of block.statements) {
      if (ts.isInterfaceDeclaration(statement) || ts.isClassDeclaration(statement)) {
        const name = String(statement.name?.getText() ?? '');
        // `class App extends Electron.App {}` of the sub-modules adds nothing.
        if (statement.members.length === 0 && found.has(name)) continue;
        const entry: Declared = found.get(name) ?? { members: new Map(), events: new Set(), parents: [] };
        found.set(name, entry);
        for (const clause of statement.heritageClauses ?? []) {
          entry.parents.push(...clause.types.map((type) => type.expression.getText()));
        }
        for (const member of statement.members) readMember(entry, member);
      }
    }
  };
  ts.forEachChild(source, (node) => {
    const isElectron = ts.isModuleDeclaration(node) && node.name.getText() === 'Electron';
    if (isElectron && node.body !== undefined && ts.isModuleBlock(node.body)) readBlock(node.body);
  });
  return found;
}

function readMember(entry: Declared, member: ts.Node): void {
  if (ts.isConstructorDeclaration(member)) return addMethod(entry, 'constructor', member.parameters);
  if (ts.isMethodDeclaration(member) || ts.isMethodSignature(member)) {
    const name = member.name.getText();
    const first = member.parameters[0]?.type;
    if (name === 'on' && first !== undefined && ts.isLiteralTypeNode(first)) {
      entry.events.add(first.literal.getText().slice(1, -1));
      return;
    }
    return addMethod(entry, name, member.parameters);
  }
  if (ts.isPropertyDeclaration(member) || ts.isPropertySignature(member) || ts.isGetAccessor(member)) {
    entry.members.set(member.name.getText(), { kind: 'property' });
  }
}

function addMethod(entry: Declared, name: string, parameters: readonly ts.ParameterDeclaration[]): void {
  const isOptional = (each: (typeof parameters)[number]): boolean =>
    each.questionToken !== undefined || each.dotDotDotToken !== undefined;
  const firstOptional = parameters.findIndex(isOptional);
  const overload = {
    min: firstOptional === -1 ? parameters.length : firstOptional,
    max: parameters.some((each) => each.dotDotDotToken !== undefined) ? Infinity : parameters.length,
    types: parameters.map((each) => each.type?.getText() ?? ''),
  };
  const known = entry.members.get(name);
  if (known?.kind === 'method') known.overloads.push(overload);
  else entry.members.set(name, { kind: 'method', overloads: [overload] });
}

function find(type: string, name: string): Member | undefined {
  const entry = declared.get(type);
  if (entry === undefined) return undefined;
  const own = entry.members.get(name);
  if (own !== undefined) return own;
  for (const parent of entry.parents) {
    const inherited = find(parent, name);
    if (inherited !== undefined) return inherited;
  }
  return undefined;
}

function sends(type: string, event: string): boolean {
  const entry = declared.get(type);
  return entry !== undefined && (entry.events.has(event) || entry.parents.some((each) => sends(each, event)));
}

/** Returns every property of an Electron interface, including inherited ones; undefined if it is unknown. */
function fieldsOf(type: string): Set<string> | undefined {
  const entry = declared.get(type);
  if (entry === undefined) return undefined;
  return new Set([...entry.members.keys(), ...entry.parents.flatMap((each) => [...(fieldsOf(each) ?? [])])]);
}

/** Fails if an object has a field that Electron's declaration does not have. */
function assertFields(where: string, typeText: string, value: unknown): void {
  const isPlain =
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  const name = typeText.replace(/^Electron\./, '').split(/[ |<[]/)[0] ?? '';
  const fields = fieldsOf(name);
  if (!isPlain || fields === undefined) return;
  const unknown = Object.keys(value).filter((key) => !fields.has(key));
  if (unknown.length > 0)
    throw new TypeError(`Electron's ${name}, given to ${where}, has no ${unknown.join(', ')}`);
  // Nested options by their usual name: `webPreferences: WebPreferences`.
  for (const [key, each] of Object.entries(value)) {
    assertFields(`${where}.${key}`, key.charAt(0).toUpperCase() + key.slice(1), each);
  }
}

function assertCall(type: string, name: string, values: readonly unknown[]): void {
  const member = find(type, name);
  if (member?.kind !== 'method') throw new TypeError(`Electron's ${type} has no method ${name}`);
  const fitting = member.overloads.filter(({ min, max }) => values.length >= min && values.length <= max);
  if (fitting.length === 0) {
    throw new TypeError(`Electron's ${type}.${name} takes no ${String(values.length)} values`);
  }
  for (const [index, value] of values.entries()) {
    if (fitting.length === 1) assertFields(`${type}.${name}`, fitting[0]?.types[index] ?? '', value);
  }
}

/** Members of every emitter. Source: Node's own EventEmitter. */
const EMITTER = [
  'on',
  'once',
  'off',
  'addListener',
  'removeListener',
  'emit',
  'listenerCount',
  'removeAllListeners',
];

/**
 * Wraps the test double for the code under test: Electron must declare everything that is used of it for `type`, each
 * call's number of arguments, its options and each event. So neither the shell nor the double can use what Electron
 * does not have.
 */
export function checked<StandIn extends object>(type: string, standIn: StandIn): StandIn {
  if (!declared.has(type)) throw new TypeError(`Electron declares no ${type}`);
  return new Proxy(standIn, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof key === 'symbol') return value;
      if (EMITTER.includes(key)) {
        return (event: string, ...rest: unknown[]) => {
          if (!sends(type, event)) throw new TypeError(`Electron's ${type} sends no event ${event}`);
          return (value as (...values: unknown[]) => unknown).call(target, event, ...rest);
        };
      }
      if (find(type, key) === undefined) throw new TypeError(`Electron's ${type} has no ${key}`);
      if (value === undefined && !(key in target)) {
        throw new TypeError(`The stand-in for Electron's ${type} lacks ${key}`);
      }
      if (typeof value !== 'function') return value;
      return (...values: unknown[]): unknown => {
        assertCall(type, key, values);
        return (value as (...input: unknown[]) => unknown).apply(target, values);
      };
    },
  });
}

/** Does the same for a class: checks its constructor's arguments and its instances. */
export function checkedClass<Class extends new (...values: never[]) => object>(
  type: string,
  standIn: Class,
): Class {
  return new Proxy(standIn, {
    construct(target, values: never[]) {
      assertCall(type, 'constructor', values);
      return checked(type, new target(...values));
    },
    get(target, key) {
      if (typeof key === 'string' && key !== 'prototype' && find(type, key) === undefined) {
        throw new TypeError(`Electron's ${type} has no static ${key}`);
      }
      return Reflect.get(target, key, target) as unknown;
    },
  });
}
