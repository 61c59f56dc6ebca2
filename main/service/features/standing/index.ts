export { openStandingStore, type StandingRow, type StandingStore, toJudged } from './store.ts';
