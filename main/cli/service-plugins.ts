import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Gives the service's own files shared/zod-when-used.ts for `zod`; packages, and that file, keep the true one. */
export function zodWhenUsed(root: string): Plugin {
  const standIn = join(root, 'shared', 'zod-when-used.ts');
  const own = [join(root, 'main/'), join(root, 'shared/')];
  return {
    name: 'zod-when-used',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const isOwn = importer !== standIn && own.some((folder) => importer.startsWith(folder));
      return source === 'zod' && isOwn ? standIn : undefined;
    },
  };
}

/** Writes whatever is not ASCII as an escape: V8 would else keep, and read, two bytes for every character of the file. */
export function asciiOnly(): Plugin {
  return {
    name: 'ascii-only',
    generateBundle(_options, output) {
      for (const chunk of Object.values(output)) {
        if (chunk.type === 'chunk') chunk.code = chunk.code.replaceAll(/[^\0-\x7f]/g, escaped);
      }
    },
  };
}

/** What Fastify loads when it is loaded itself, though this service has no use for it. */
const SELDOM_USED = [
  { file: 'fastify/lib/server.js', name: 'http2', source: 'node:http2' },
  { file: 'fastify/lib/plugin-utils.js', name: 'semver', source: 'semver' },
];

/** Loads those where they are used. @throws {Error} where a new version of the package says it in other words. */
export function loadWhenUsed(): Plugin {
  return {
    name: 'load-when-used',
    enforce: 'pre',
    transform(code, id) {
      const late = SELDOM_USED.find(({ file }) => id.endsWith(`/node_modules/${file}`));
      if (late === undefined) return undefined;
      const { file, name, source } = late;
      const declared = `const ${name} = require('${source}')\n`;
      if (!code.includes(declared)) throw new Error(`${file} loads ${source} in another way than before`);
      return code
        .replace(declared, '')
        .replaceAll(new RegExp(`\\b${name}\\.(?=\\w+\\()`, 'g'), `require('${source}').`);
    },
  };
}

/** A character as it is written in a string, a template or an expression for texts. */
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Notes every file that goes into the bundle. */
export function noteSources(sources: Set<string>): Plugin {
  return { name: 'note-sources', moduleParsed: ({ id }) => void sources.add(id) };
}
