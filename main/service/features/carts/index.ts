export { mountCarts } from './routes.ts';
