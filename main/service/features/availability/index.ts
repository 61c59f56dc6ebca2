export { mountAvailability } from './routes.ts';
