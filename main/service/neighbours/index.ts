export { Neighbours } from './neighbours.ts';
export { hasPrograms, NodeArp } from './node-arp.ts';
export { neighboursAmong } from './own-networks.ts';
export { readerOf, readTable } from './read-table.ts';
