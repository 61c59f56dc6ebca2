export { openSlotProfiles, type SlotProfiles } from './store.ts';
