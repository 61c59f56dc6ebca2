import type { Descriptions, OperationExamples, ParameterNotes } from '../reference/reference.ts';
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

/** Examples of the audit log. */
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

export const descriptions: Descriptions = {
  'AuditEntry.role': 'Role of the person; null for programs.',
  AuditEntry: 'Something that was done or refused. Contains no request bodies.',
  seq: 'Number of the entry, without gaps.',
  'AuditEntry.kind':
    '`person`: signed in with a passcode; `computer`: the station’s own interface; `program`: a token; `nobody`: not signed in.',
  who: 'Name of the person or label of the token; null if none.',
  personId: 'Id of the person; null for others.',
  address: 'IP address of the caller.',
  isFromLan: 'True if the request came over the local network.',
  operation: 'Operation id in this document.',
  detail: 'Further detail, such as the name of the command; null if none.',
  'AuditEntry.subject': 'Name of the thing at the time, such as a router or a content; null if none.',
  targets: 'Number of devices.',
  'AuditEntry.devicesId': 'Ids of the first 10 devices.',
  labels: 'Labels of these devices, in the same order.',
  'AuditEntry.status': 'HTTP status of the answer.',
  skipped: 'Refused requests of the same caller before this one that were not recorded.',
  hash: 'Keyed hash over this entry and the previous one.',
  isIntact: 'True if no entry was changed, removed or inserted.',
  checked: 'Number of entries checked.',
  firstSeq: 'Number of the first entry; null if the log is empty.',
  lastSeq: 'Number of the last entry; null if the log is empty.',
  brokenAt: 'Number of the first entry that does not match; null if all do.',
  keptDays: 'How long entries are retained, in days.',
};
