export { RouterFault } from './router-fault.ts';
export type { RouterAddress } from './router-http.ts';
export { NO_ADDRESSES, type RouterLogin, type RouterTable } from './router-table.ts';
