import { deviceExample } from '../devices/devices.examples.ts';
import type { OperationExamples } from '../examples/example.ts';
import {
  ACCESS_TOKEN,
  ANDROID_ID,
  CODE_EXPIRES_AT,
  ENROLMENT_ID,
  ENROLMENT_TOKEN,
} from '../examples/values.ts';

const enrolled = { ...deviceExample, accessToken: ACCESS_TOKEN };

/** Examples of enrolment. */
export const enrolmentExamples: OperationExamples = {
  enrolDevice: {
    body: { enrollmentToken: ENROLMENT_TOKEN, androidId: ANDROID_ID, enrolmentId: ENROLMENT_ID },
    reply: enrolled,
  },
  enrolDeviceByCode: { body: { code: 482_913, androidId: ANDROID_ID }, reply: enrolled },
  identifyType: {
    body: { name: 'PICO 4', product: 'A8110' },
    reply: { id: 'pico-4', name: 'PICO 4', product: 'A8110', brand: 'pico' },
  },
  getTemporaryCode: { reply: { code: 482_913, expiresAt: CODE_EXPIRES_AT } },
};
