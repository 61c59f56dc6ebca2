export type { CableLocation } from './cable/open.ts';
export { isRunByStation } from './join/by-proxy.ts';
export { orderUnenrolment } from './leave/routes.ts';
export { openEnrolment } from './open.ts';
