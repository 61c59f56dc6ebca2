import { enableCompileCache } from 'node:module';

// Before anything else is loaded: the second start then skips compiling.
enableCompileCache();
const { serve } = await import('./serve-command.ts');
await serve(process.argv.slice(2), process.env);
