// @ts-check
// CommonJS and plain JavaScript, as service-bundle.cjs is: Node's loader of ES modules and its first TypeScript file each
// cost more than loading the whole bundle does.
const { enableCompileCache, flushCompileCache } = require('node:module');

const { freshServiceBundle } = require('./service-bundle.cjs');

/** @typedef {typeof import('./serve/serve-command.ts')} ServeCommand */

// Before anything large is loaded: the second start then skips compiling.
enableCompileCache();
const bundle = freshServiceBundle();
if (bundle === undefined) void import('./serve/serve-command.ts').then(serve);
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a path known only now has no type of its own
else serve(/** @type {ServeCommand} */ (require(bundle)));

/** @param {ServeCommand} command */
function serve(command) {
  // What the start compiled is kept now: at the end of a long day V8 has dropped it, as it was used but once.
  void command.serve(process.argv.slice(2), process.env).then(() => flushCompileCache());
}
