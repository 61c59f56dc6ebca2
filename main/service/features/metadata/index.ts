export { announceMetadata } from './change.ts';
export { mountMetadata } from './routes.ts';
