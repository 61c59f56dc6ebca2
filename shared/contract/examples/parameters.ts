import { CONTENT_SHA256 } from './library-serving.ts';
import { ANDROID_ID, BEAT_AT, DEVICE_ID, ENROLLED_AT, ENTERPRISE_ID, TOKEN_ID } from './values.ts';

/** What a parameter of a path or a query is, and one value of it. */
type ParameterNote = { readonly description: string; readonly example: string | number | boolean };

/** Every parameter by its name: a name means the same in all operations. */
export const parameterNotes: Readonly<Record<string, ParameterNote>> = {
  androidid: { description: 'The identifier that Android gave the headset.', example: ANDROID_ID },
  deviceId: { description: 'The identifier of the device record.', example: DEVICE_ID },
  enterpriseId: {
    description: 'Only devices of this organisation: the token’s own or one opened to it.',
    example: ENTERPRISE_ID,
  },
  from: { description: 'Nothing before this instant; the instant itself counts.', example: ENROLLED_AT },
  limit: { description: 'How many items a page has.', example: 50 },
  name: { description: 'What the content is called; only its digest counts.', example: 'lab.apk' },
  namespace: { description: 'The client’s own name for its metadata.', example: 'school-timetable' },
  page: { description: 'Which page, counted from 1.', example: 1 },
  sha256: {
    description: 'The SHA-256 of a content, in lower-case hexadecimal digits.',
    example: CONTENT_SHA256,
  },
  snapshot: { description: 'Send the current state of every headset first.', example: 'true' },
  to: { description: 'Nothing after this instant; the instant itself counts.', example: BEAT_AT },
  tokenId: { description: 'The identifier of the token, not the token itself.', example: TOKEN_ID },
  type: { description: 'Only events of exactly this type.', example: 'APP_STARTED' },
};
