import type { Plugin } from 'vite';

/** A node of the syntax tree, as far as calls need it. */
type Node = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
};

type Cut = { readonly start: number; readonly end: number };

/** The arguments that describe a schema; a description that is a variable is none in a browser. */
const DESCRIBING: Readonly<Record<string, readonly string[]>> = {
  describe: ['Literal', 'TemplateLiteral'],
  meta: ['ObjectExpression'],
};

/**
 * Removes `.describe('…')` and `.meta({…})` from the schemas of the contract: only the OpenAPI document, which the
 * service creates, shows them. Without it the interface would be 110 KB larger.
 */
export function withoutDescriptions(): Plugin {
  return {
    name: 'without-descriptions',
    apply: 'build',
    transform: {
      filter: { id: /\/shared\/(?:contract\/.*|update-state)\.ts$/ },
      handler(code) {
        const cuts = descriptionsIn(this.parse(code));
        return cuts.length === 0 ? null : { code: without(code, cuts), map: null };
      },
    },
  };
}

/** Returns where the describing calls are: from the end of the schema to the end of the call. */
function descriptionsIn(value: unknown): Cut[] {
  if (Array.isArray(value)) return value.flatMap(descriptionsIn);
  if (!isNode(value)) return [];
  const inside = Object.values(value).flatMap(descriptionsIn);
  const schema = describedBy(value);
  return schema === undefined ? inside : [...inside, { start: schema.end, end: value.end }];
}

/** Returns the schema that this node describes; undefined if it is no such call. */
function describedBy({ type, callee, arguments: given }: Node): Node | undefined {
  if (type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return undefined;
  const { object, property } = callee;
  const [argument] = Array.isArray(given) ? (given as readonly unknown[]) : [];
  if (!isNode(object) || !isNode(property) || !isNode(argument)) return undefined;
  const types = DESCRIBING[String(property['name'])] ?? [];
  return types.includes(argument.type) ? object : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Returns the code without the cuts. One that lies in another, as in a described object, goes with it. */
function without(code: string, cuts: readonly Cut[]): string {
  let kept = '';
  let from = 0;
  for (const { start, end } of cuts.toSorted((a, b) => a.start - b.start)) {
    if (start >= from) kept += code.slice(from, start);
    from = Math.max(from, end);
  }
  return kept + code.slice(from);
}
