// Separate from the index, so that readers are loaded on demand.
export { readLeaseFile } from './lease-file.ts';
export { readPoolSize } from './pools.ts';
export { readRouter } from './read-router.ts';
