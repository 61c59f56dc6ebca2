export { parseAddress } from './address.ts';
export { Central, type CentralOptions } from './central.ts';
export type { Finding } from './check.ts';
export { type Followed, isReportOnly } from './follower.ts';
export type { CentralFault, FaultReason, Outcome, Refused } from './outcome.ts';
export {
  type CentralDevice,
  type CentralListItem,
  type CentralPage,
  faultOf,
  type ReportReply,
  type WriteResult,
} from './readers.ts';
