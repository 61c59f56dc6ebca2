export { mountConfigure } from './routes.ts';
