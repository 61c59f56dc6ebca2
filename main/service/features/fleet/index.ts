export { mountFleetUpdates } from './updates.ts';
