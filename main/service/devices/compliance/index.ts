export {
  changesSince,
  type DeploymentChange,
  deploymentChanges,
  nextExpiry,
  type NotedStatuses,
  statusesOf,
} from './deployment-changes.ts';
export { type Judged, judgeDrift } from './drift.ts';
export { type ComplianceRow, toJudged, toUnconfirmed } from './store.ts';
