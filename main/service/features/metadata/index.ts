export { mountMetadata } from './routes.ts';
