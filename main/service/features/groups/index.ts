export { mountGroups } from './routes.ts';
