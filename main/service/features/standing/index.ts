export { openStandingStore, type StandingRow, type StandingStore, toJudged, toUnconfirmed } from './store.ts';
