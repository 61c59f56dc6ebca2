export { ByText } from './by-text.ts';
export { newEnrolmentToken } from './enrolment-token.ts';
export { CENTRAL_AUTHOR, type Enrolment } from './enrolments.ts';
export type { Identity } from './identities.ts';
export { toImpossible } from './impossible.ts';
export { toContents, toReported } from './reported.ts';
export type { Inventory, Report } from './reports.ts';
export { openStates, STATE_SQL, type States } from './states.ts';
