export { mountChanges } from './routes.ts';
