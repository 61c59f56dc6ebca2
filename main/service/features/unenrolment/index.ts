export { releaseHeadset } from './release.ts';
export { mountUnenrolment } from './routes.ts';
