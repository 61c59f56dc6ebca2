export { giveSlotCodes } from './give-codes.ts';
export { mountEnrolment } from './routes.ts';
export { refuseGuesser } from './enrol.ts';
export { settleWrongCode } from './wrong-codes.ts';
export { createSlots, type Slot } from './slots.ts';
