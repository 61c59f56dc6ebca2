import type { ParameterNotes } from './reference.ts';
import { BEAT_AT, CONTENT_SHA256, DEVICE_ID, ENROLLED_AT, PERSON_ID, RUN_ID } from './values.ts';

/** Parameters that several parts of the contract have, with one meaning. */
export const parameters: ParameterNotes = {
  deviceId: { description: 'The identifier of the device record.', example: DEVICE_ID },
  from: { description: 'Start of the range, inclusive.', example: ENROLLED_AT },
  limit: { description: 'Number of items on a page.', example: 50 },
  name: { description: 'Name of the content; only the digest is used.', example: 'lab.apk' },
  page: { description: 'Number of the page, counted from 1.', example: 1 },
  sha256: {
    description: 'The SHA-256 of a content, in lower-case hexadecimal digits.',
    example: CONTENT_SHA256,
  },
  to: { description: 'End of the range, inclusive.', example: BEAT_AT },
  runId: {
    description: 'Id of the run; where it may be absent, the newest is used.',
    example: RUN_ID,
  },
  kind: {
    description: 'Kind of content. Absent: every kind in a list, or detected by the file name when adding.',
    example: 'application',
  },
  search: { description: 'Part of the name, the label or the package name.', example: 'planet' },
  personId: { description: 'The identifier of the person.', example: PERSON_ID },
};
