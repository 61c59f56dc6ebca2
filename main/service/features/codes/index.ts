export { CODE_LIFE_MS, giveCode, liveCode } from './give.ts';
export { type CodeGuard, openCodeGuard, RUNS_WAIT_MS } from './guard.ts';
export { type Code, type CodeStore, openCodeStore } from './store.ts';
