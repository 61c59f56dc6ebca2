export { giveCode, liveCode } from './give.ts';
export { CODE_LIFE_MS, isLive } from './life.ts';
export { type CodeGuard, openCodeGuard, RUNS_WAIT_MS } from './guard.ts';
export { type Code, type CodeStore, openCodeStore } from './store.ts';
