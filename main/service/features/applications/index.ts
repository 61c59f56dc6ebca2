export { mountApplications } from './routes.ts';
