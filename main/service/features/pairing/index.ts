export { mountPairing } from './routes.ts';
