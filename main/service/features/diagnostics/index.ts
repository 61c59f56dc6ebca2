export { mountDiagnostics } from './routes.ts';
export { scrub } from './scrub.ts';
