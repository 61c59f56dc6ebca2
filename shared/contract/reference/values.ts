/** Values that the examples share: one headset of one school. */
export const DEVICE_ID = '01996f5e-7a80-7c11-9d5a-3f1b2c4d5e6f';
/** The enrolment of that headset. */
export const ENROLMENT_ID = 'e7d0c2b49f1a4c6c8a0b1d3e5f708192';
export const OTHER_DEVICE_ID = '01996f5e-7a81-7f42-8c3e-5a6b7c8d9e0f';
export const ENTERPRISE_ID = '01996f00-1c00-7a10-8b21-0d1e2f3a4b5c';
export const TOKEN_ID = '01996f60-0000-7abc-9def-112233445566';
export const COMMAND_ID = '01996f61-0000-7def-8123-445566778899';
export const WEBHOOK_ID = '01996f62-0000-7a21-8b43-2a4c6e8f0a1c';
export const DELIVERY_ID = '01996f63-0000-7b32-9c54-3b5d7f901b2d';
export const LIBRARY_ID = '01996f62-0000-7abc-9def-778899aabbcc';
/** SHA-256 of no bytes. */
export const SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
export const ANDROID_ID = '9c1f0a7be2d45831';
export const ENROLMENT_TOKEN = 'Qm4tZ3V2c1h5TnB3RkxrUg';
export const PACKAGE_NAME = 'com.example.planetarium';

/** Instants of one lesson, in order. */
export const ENROLLED_AT = '2026-09-14T07:30:00.000Z';
export const BEAT_AT = '2026-09-14T08:15:00.000Z';
export const BEAT_AT_MS = 1_789_373_700_000;
export const CODE_EXPIRES_AT = '2026-09-14T07:45:00.000Z';
export const LAST_YEAR_AT = '2025-11-03T09:00:00.000Z';
export const LICENCE_ENDS_AT = '2027-08-31T22:00:00.000Z';

/** The day of that lesson in Paris. */
export const SCHOOL_DAY = {
  date: '2026-09-14',
  start: '2026-09-13T22:00:00.000Z',
  end: '2026-09-14T22:00:00.000Z',
};

/** A token as it looks; this one was never valid. */
export const ACCESS_TOKEN = 'eyJhbGciOiJFZERTQSJ9.eyJzY29wZSI6ImRldmljZSJ9.c2lnbmF0dXJl';

/** The digest of the content in the examples. */
export const CONTENT_SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
export const CONFLICT_ID = '0199a1b2-3c4d-7e5f-8a6b-0c1d2e3f4a21';
export const RUN_ID = '0199a1b2-3c4d-7e5f-8a6b-0c1d2e3f4a22';

export const PERSON_ID = '01996f68-0000-7a15-8b26-3344556677cc';
export const LESSON_ID = '01996f69-0000-7a16-8b27-3344556677dd';
export const GROUP_ID = '01996f64-0000-7a11-8b22-334455667788';
export const PROFILE_ID = '01996f65-0000-7a12-8b23-334455667799';
export const PLAN_ID = '01996f66-0000-7a13-8b24-3344556677aa';
export const CHANGE_ID = '01996f67-0000-7a14-8b25-3344556677bb';
export const CART_ID = 'cart-a';
