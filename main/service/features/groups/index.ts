export { type Groups, mountGroups } from './routes.ts';
export { type GroupStore, openGroupStore } from './store.ts';
