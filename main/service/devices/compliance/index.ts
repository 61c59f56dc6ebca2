export { type ComplianceRow, toJudged, toUnconfirmed } from './store.ts';
