export { giveSlotCodes } from './give-codes.ts';
export { type EnrolmentRoutes, mountEnrolment } from './routes.ts';
export { createSlots, type Slot } from './slots.ts';
