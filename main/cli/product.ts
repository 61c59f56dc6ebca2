import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const root = new URL('../../', import.meta.url);

/** The version of this Muster, from its package.json. */
export const version = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))).version;

/** The folder of the program: `app` of a portable copy, else the sources. */
export const programFolder = fileURLToPath(root);

/** Where `npm run build` puts the interface. */
export const interfaceFolder = fileURLToPath(new URL('dist/renderer/', root));
