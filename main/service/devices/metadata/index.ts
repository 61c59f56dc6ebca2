export { MUSTER_NAMESPACE, type MusterMetadata, musterMetadata } from './cart.ts';
export { announceMetadata, changeMetadata } from './change.ts';
