export { mountStation } from './routes.ts';
