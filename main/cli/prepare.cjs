// @ts-check
// npm runs a script named "prepare" by itself after every install, also with a Node that knows no TypeScript. Only who
// asks for it gets it.
const isAsked = process.argv.length > 2 || (process.env['npm_command'] ?? 'run').startsWith('run');
if (isAsked) void import('./prepare.ts');
