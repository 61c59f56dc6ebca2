export { noteReport } from './note.ts';
export { DeploymentWatch } from './watch.ts';
