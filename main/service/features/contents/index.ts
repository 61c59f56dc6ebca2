export { mountContents } from './routes.ts';
export { mountUnassign } from './unassign.ts';
