export { CHECKS } from './checks/index.ts';
export { type CheckEvent, checkAgent, ENROL } from './run.ts';
