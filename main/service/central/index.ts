export { type Central, type CentralOptions, type Followed, openCentral } from './central.ts';
export type { Finding } from './check.ts';
export type { CentralFault, FaultReason, Outcome, Refused } from './outcome.ts';
export type { CentralDevice, CentralListItem, CentralPage, ReportReply, WriteResult } from './readers.ts';
