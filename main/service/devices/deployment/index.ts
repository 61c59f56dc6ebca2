export {
  contentsOf,
  type Deployment,
  deploymentOf,
  type DeploymentStatus,
  type DeploymentView,
  type KindOfEntry,
  type Reported,
  viewOf,
} from './deployment.ts';
export { type ForgottenContent, isForgotten, ordersAfterReport, withOrders } from './forgotten-content.ts';
