export { mountHeartbeat } from './routes.ts';
