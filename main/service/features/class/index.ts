export { mountClass } from './routes.ts';
