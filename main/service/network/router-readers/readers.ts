// Apart from the index: what reads is loaded when there is something to read.
export { readLeaseFile } from './lease-file.ts';
export { readPoolSize } from './pools.ts';
export { readRouter } from './read-router.ts';
