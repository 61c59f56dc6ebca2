export { mountLibraryServing } from './routes.ts';
