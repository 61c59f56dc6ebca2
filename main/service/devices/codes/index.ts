export { type CodeGuard, RUNS_WAIT_MS } from './guard.ts';
export { issueCode } from './issue.ts';
export { CODE_LIFE_MS, isLive } from './life.ts';
export type { Code } from './store.ts';
