export { CHECKS } from './checks/index.ts';
export { type CheckEvent, checkAgent, ENROL, type RunOptions } from './run.ts';
