export { mountExpiry } from './routes.ts';
