import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * The modules of each side, lowest first. A module imports from the open folders and from the entry points
 * (`index.ts`) of lower modules and of their topics, never from a higher one. Open folders have no entry point: their files are imported
 * by path, also only from above.
 */
export const ORDERS = {
  'main/service': {
    open: ['kernel'],
    modules: [
      'access',
      'devices',
      'content',
      'configuration',
      'commands',
      'classroom',
      'statistics',
      'network',
      'enrolment',
      'sync',
      'operations',
    ],
  },
  renderer: {
    open: ['copy', 'service', 'ui', 'model'],
    modules: [
      'access',
      'devices',
      'content',
      'configuration',
      'classroom',
      'statistics',
      'enrolment',
      'network',
      'sync',
      'operations',
      'shell',
    ],
  },
} as const;

/** Modules whose topics have separate entry points, because a single one would export more than 15 names. */
export const MODULES_WITH_TOPICS = ['main/service/devices'] as const;

/** Returns whether a file is the entry point of a topic of such a module. */
export function isDoorOfTopic(file: string): boolean {
  return MODULES_WITH_TOPICS.some(
    (module) => dirname(dirname(file)) === module && file.endsWith('/index.ts'),
  );
}

export type Side = keyof typeof ORDERS;

/** An import of a file: both paths relative to the project's folder. */
export type Import = { readonly from: string; readonly to: string };

const STATEMENT = /\b(?:import|export)\b[^'";]*?\bfrom\s*'(\.[^']+)'|\bimport\s*\(?\s*'(\.[^']+)'/g;

/** Returns the relative imports in the text of a file. */
export function importsIn(file: string, text: string): Import[] {
  return [...text.matchAll(STATEMENT)].map(([, named, other]) => ({
    from: file,
    to: join(dirname(file), named ?? other ?? ''),
  }));
}

/** Returns every relative import below a folder of the project. */
export function importsBelow(root: string, folder: string): Import[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      return importsIn(relative(root, path), readFileSync(path, 'utf8'));
    });
}

/** Returns the module or open folder of a file; undefined for files beside them, which may import everything. */
export function moduleOf(side: Side, file: string): string | undefined {
  const path = relative(side, file);
  return path.startsWith('..') || !path.includes('/') ? undefined : path.split('/')[0];
}

/** Returns what is wrong with an import; undefined if it follows the order. */
export function faultOf(side: Side, { from, to }: Import): string | undefined {
  const { open, modules } = ORDERS[side];
  const order: readonly string[] = [...open, ...modules];
  const [importer, imported] = [moduleOf(side, from), moduleOf(side, to)];
  if (importer === imported || importer === undefined || !order.includes(importer)) return undefined;
  if (imported === undefined)
    return to.startsWith(`${side}/`) ? `${from} imports ${to}, above it` : undefined;
  if (order.indexOf(imported) > order.indexOf(importer)) return `${from} imports ${to}, a higher module`;
  const isOpen = open.some((each) => each === imported);
  return isOpen || to === `${side}/${imported}/index.ts` || isDoorOfTopic(to)
    ? undefined
    : `${from} passes the door of ${imported}: ${to}`;
}
