// @ts-check
// The first file of a portable copy, as `app/start.cjs`. CommonJS, like the bundle: Node loads it faster than an ES
// module.
const { enableCompileCache, flushCompileCache } = require('node:module');
const path = require('node:path');

/** @typedef {typeof import('./portable-command.ts')} PortableCommand */

// Before anything large is loaded: the second start then skips compiling.
enableCompileCache();
const bundle = path.join(__dirname, 'dist', 'service', 'portable-command.js');
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a path known only now has no type of its own
const { run } = /** @type {PortableCommand} */ (require(bundle));
void run(process.argv.slice(2), process.env).then(() => flushCompileCache());
