export { type Groups, mountGroups } from './routes.ts';
export { openGroupStore } from './store.ts';
