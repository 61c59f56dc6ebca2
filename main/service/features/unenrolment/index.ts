export { releaseHeadset } from './release.ts';
export { mountUnenrolment, orderUnenrolment } from './routes.ts';
