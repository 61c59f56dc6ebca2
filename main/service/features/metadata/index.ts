export { announceMetadata, changeMetadata } from './change.ts';
export { mountMetadata } from './routes.ts';
