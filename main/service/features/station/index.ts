export { mountStation, type StationRoutes } from './routes.ts';
