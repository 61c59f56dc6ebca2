export { recordStreamReports } from './report.ts';
export { mountStream } from './routes.ts';
export { announceStream } from './status.ts';
