import type { OperationExamples } from '../reference/reference.ts';
import {
  ACCESS_TOKEN,
  BEAT_AT,
  CART_ID,
  ENROLLED_AT,
  ENTERPRISE_ID,
  LICENCE_ENDS_AT,
  PERSON_ID,
} from '../reference/values.ts';

const person = {
  id: PERSON_ID,
  name: 'Madame Laurent',
  role: 'teacher' as const,
  carts: [CART_ID],
  createdAt: ENROLLED_AT,
  passcodeSetAt: ENROLLED_AT,
  lastSignInAt: BEAT_AT,
  sessions: 1,
};

const session = {
  role: 'teacher' as const,
  person: { id: PERSON_ID, name: 'Madame Laurent' },
  carts: [CART_ID],
  expiresAt: BEAT_AT,
};

export const examples: OperationExamples = {
  getSession: { reply: session },
  closeSession: { reply: undefined },
  listPeople: { reply: { items: [person] } },
  addPerson: {
    body: { name: 'Madame Laurent', role: 'teacher', passcode: 'quiet-river-stone', carts: [CART_ID] },
    reply: person,
  },
  updatePerson: {
    body: { name: 'Madame Laurent', role: 'teacher', passcode: 'quiet-river-stone', carts: [CART_ID] },
    reply: person,
  },
  removePerson: { reply: { id: PERSON_ID, success: true } },
  openSession: {
    body: { launchToken: 'one-time-text-of-the-printed-address', passcode: 'coral-lagoon-tide' },
    reply: {
      token: ACCESS_TOKEN,
      enterpriseId: ENTERPRISE_ID,
      expiresAt: LICENCE_ENDS_AT,
      role: 'technician',
      person: null,
      carts: null,
    },
  },
};
