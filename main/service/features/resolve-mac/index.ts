export { macInArpTable } from './arp-table.ts';
export { findMac, type MacSource } from './mac-source.ts';
export { neighbourTable } from './neighbour-table.ts';
export { mountResolveMac } from './routes.ts';
