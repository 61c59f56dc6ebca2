export { mountCatalog } from './routes.ts';
