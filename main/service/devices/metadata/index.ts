export { MUSTER_NAMESPACE, type MusterMetadata, musterMetadata } from '../registry/cart-metadata.ts';
export { announceMetadata, changeMetadata } from './change.ts';
