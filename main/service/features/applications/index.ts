export type { LocalApplications } from './local.ts';
export { mountApplications } from './routes.ts';
export { etagOf } from './etag.ts';
