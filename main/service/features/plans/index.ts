export { mountPlans } from './mount.ts';
export type { Plans } from './plans.ts';
export { failedContents, wishOfFailed } from './wish-of-failed.ts';
export { wishOfRepair } from './wish-of-repair.ts';
export { columnRows, type WantedStates, wishOfStates } from './wish-of-states.ts';
export { openPlanStore } from './store.ts';
