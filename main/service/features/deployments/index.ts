export { deploymentNow, noteDeployments } from './note.ts';
export { DeploymentWatch } from './watch.ts';
