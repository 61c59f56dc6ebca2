export { giveSlotCodes } from './give-codes.ts';
export { mountEnrolment } from './routes.ts';
export { createSlots, type Slot } from './slots.ts';
