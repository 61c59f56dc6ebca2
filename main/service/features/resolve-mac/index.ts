export { findMacs, type FoundMac, type MacSource } from './mac-source.ts';
export { mountResolveMac } from './routes.ts';
