export { mountDrift } from './routes.ts';
