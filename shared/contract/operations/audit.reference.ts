import type { OperationExamples, ParameterNotes } from '../reference/reference.ts';
import {
  BEAT_AT,
  DEVICE_ID,
  OTHER_DEVICE_ID,
  PACKAGE_NAME,
  PERSON_ID,
  TOKEN_ID,
} from '../reference/values.ts';

const entry = {
  seq: 41,
  at: BEAT_AT,
  kind: 'person' as const,
  who: 'Madame Laurent',
  personId: PERSON_ID,
  tokenId: TOKEN_ID,
  role: 'teacher' as const,
  address: '192.168.1.31',
  isFromLan: true,
  operation: 'startClassRun',
  detail: `start ${PACKAGE_NAME}`,
  subject: null,
  targets: 2,
  devicesId: [DEVICE_ID, OTHER_DEVICE_ID],
  labels: ['A-01', 'A-02'],
  status: 200,
  skipped: 0,
  hash: 'mFsc1c9ZtYp0VbqZrXQ0mHc3sWm8gkq0d0sYw8r5b1Q',
};

export const examples: OperationExamples = {
  listAudit: { reply: { page: 1, limit: 50, total: 1, items: [entry] } },
  verifyAudit: {
    reply: { isIntact: true, checked: 41, firstSeq: 1, lastSeq: 41, brokenAt: null, keptDays: 400 },
  },
};

export const parameters: ParameterNotes = {
  about: { description: 'Part of the name of the target, such as a router.', example: 'Hall' },
  format: { description: 'Format of the file: CSV or JSON.', example: 'csv' },
  who: { description: 'Part of the name of the person or the token.', example: 'Laurent' },
  operation: { description: 'An operation by its id in this document.', example: 'startClassRun' },
  outcome: { description: 'Only operations that were done, or only refused ones.', example: 'done' },
};
