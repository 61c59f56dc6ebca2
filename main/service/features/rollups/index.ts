export { openPresenceStore } from './presence.ts';
export { RollUps } from './roll-ups.ts';
