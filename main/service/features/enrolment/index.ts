export { giveSlotCodes } from './give-codes.ts';
export { mountEnrolment } from './routes.ts';
export { refuseGuesser } from './enrol.ts';
export { settleWrongCode } from './wrong-codes.ts';
export { addSlot, createSlots, planType, type Slot } from './slots.ts';
