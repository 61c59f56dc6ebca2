export { type Groups, mountGroups } from './routes.ts';
