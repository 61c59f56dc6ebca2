export { type DeploymentNotes, openDeploymentNotes } from './store.ts';
