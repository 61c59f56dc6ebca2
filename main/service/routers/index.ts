export { readLeaseFile } from './lease-file.ts';
export { readRouter } from './read-router.ts';
export { RouterFault } from './router-fault.ts';
export { NO_ADDRESSES, type RouterLogin, type RouterTable } from './router-table.ts';
