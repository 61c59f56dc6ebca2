export { mountContents } from './routes.ts';
