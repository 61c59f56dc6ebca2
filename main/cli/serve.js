// @ts-check
import { enableCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';

import { freshServiceBundle } from './service-bundle.js';

// Before anything large is loaded: the second start then skips compiling.
enableCompileCache();
const bundle = freshServiceBundle();
// oxlint-disable-next-line typescript/no-unsafe-assignment -- a path known only now has no type of its own
/** @type {typeof import('./serve-command.ts')} */ const command = await import(
  bundle === undefined ? './serve-command.ts' : pathToFileURL(bundle).href
);
await command.serve(process.argv.slice(2), process.env);
