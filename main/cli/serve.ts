// For helpers still running: removed before landing.
await import('./serve.js');
export {};
