export { eitherSignal } from './either-signal.ts';
export { Central, type CentralOptions } from './central.ts';
export type { Finding } from './check.ts';
export { isReportOnly } from './follower.ts';
export type { Outcome } from './outcome.ts';
export type { Version } from './version.ts';
export { type CentralDevice, type CentralListItem, faultOf, type WriteResult } from './readers.ts';
