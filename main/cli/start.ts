import { enableCompileCache } from 'node:module';

// Before anything else is loaded: the second start then skips compiling.
enableCompileCache();
const { start } = await import('./start-command.ts');
await start(process.argv.slice(2), process.env);
