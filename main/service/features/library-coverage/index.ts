export { mountLibraryCoverage } from './routes.ts';
