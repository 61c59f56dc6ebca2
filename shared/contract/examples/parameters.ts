import {
  ANDROID_ID,
  BEAT_AT,
  CHANGE_ID,
  COMMAND_ID,
  CONFLICT_ID,
  CONTENT_SHA256,
  DELIVERY_ID,
  DEVICE_ID,
  ENROLLED_AT,
  ENTERPRISE_ID,
  GROUP_ID,
  LIBRARY_ID,
  LICENCE_ENDS_AT,
  PACKAGE_NAME,
  RUN_ID,
  LESSON_ID,
  PERSON_ID,
  PLAN_ID,
  PROFILE_ID,
  TOKEN_ID,
  WEBHOOK_ID,
} from './values.ts';

/** What a parameter of a path or a query is, and one value of it. */
type ParameterNote = {
  readonly description: string;
  readonly example: string | number | boolean | readonly string[];
  /** False for a list that is written with commas. */
  readonly explode?: false;
};

/** Every parameter by its name: a name means the same in all operations. */
export const parameterNotes: Readonly<Record<string, ParameterNote>> = {
  cart: { description: 'Id or name of a cart, as in its recipe.', example: 'cart-a' },
  about: { description: 'A part of what it was about, such as the name of a router.', example: 'Hall' },
  androidid: { description: 'The identifier that Android gave the headset.', example: ANDROID_ID },
  backupName: {
    description: 'The name of the backup, as it stands in the list.',
    example: 'muster-2026-09-14T08-15-00-000Z.db',
  },
  boardId: { description: 'What the board calls itself: a random identifier.', example: COMMAND_ID },
  sessionId: { description: 'The identifier of the live view, from its `Location`.', example: COMMAND_ID },
  commandId: { description: 'The identifier of the command, as the headset got it.', example: COMMAND_ID },
  copyName: {
    description: 'The name of the sealed copy, as it stands in the list.',
    example: 'muster-2026-09-14T08-20-00-000Z.copy',
  },
  contentId: {
    description: 'The id of an application, a video or a file; of a file without one, its url.',
    example: 'app-planetarium',
  },
  deliveryId: { description: 'The identifier of the delivery: its `webhook-id`.', example: DELIVERY_ID },
  devicesId: {
    description: 'Identifiers of device records, separated by commas; absent: all of the organisation.',
    example: DEVICE_ID,
  },
  deviceId: { description: 'The identifier of the device record.', example: DEVICE_ID },
  enterpriseId: {
    description: 'Only devices of this organisation: the token’s own or one opened to it.',
    example: ENTERPRISE_ID,
  },
  force: { description: 'Do it although headsets have it assigned.', example: false },
  format: { description: 'What the file is: CSV, or JSON for programs.', example: 'csv' },
  from: { description: 'Nothing before this instant; the instant itself counts.', example: ENROLLED_AT },
  isAvailable: { description: 'What shall hold until the next sign of the headset.', example: true },
  limit: { description: 'How many items a page has.', example: 50 },
  live: { description: 'Only those that open something now.', example: true },
  models: {
    description: 'Only devices of these models, separated by commas.',
    example: ['PICO 4', 'Quest 3'],
    explode: false,
  },
  name: { description: 'What the content is called; only its digest counts.', example: 'lab.apk' },
  namespace: { description: 'The client’s own name for its metadata.', example: 'school-timetable' },
  packageName: { description: 'The name of the Android package.', example: PACKAGE_NAME },
  page: { description: 'Which page, counted from 1.', example: 1 },
  refresh: { description: 'Ask the headset itself, for at most three seconds.', example: true },
  routerId: { description: 'The identifier of the router.', example: 'router-1' },
  sha256: {
    description: 'The SHA-256 of a content, in lower-case hexadecimal digits.',
    example: CONTENT_SHA256,
  },
  snapshot: { description: 'Send the current state of every headset first.', example: true },
  to: { description: 'Nothing after this instant; the instant itself counts.', example: BEAT_AT },
  tokenId: { description: 'The identifier of the token, not the token itself.', example: TOKEN_ID },
  type: { description: 'Only events of exactly this type.', example: 'APP_STARTED' },
  types: {
    description: 'Only events of these types, separated by commas (an extension).',
    example: ['APP_STARTED', 'APP_STOPPED'],
    explode: false,
  },
  of: { description: 'The figure of which the headsets are asked for.', example: 'osVersion' },
  value: { description: 'What the figure is of; absent: not known.', example: '5.9.3' },
  versionCode: {
    description: 'Only headsets that hold the package in this version code, or `unknown`.',
    example: '42',
  },
  endsAt: { description: 'Only what ends at exactly this instant.', example: LICENCE_ENDS_AT },
  counted: { description: 'Only headsets on which the content is as far as this.', example: 'failed' },
  conflictId: { description: 'The identifier of the conflict.', example: CONFLICT_ID },
  runId: {
    description: 'The identifier of the run or the order; where it may be absent: the newest.',
    example: RUN_ID,
  },
  status: { description: 'Only those that are in this state.', example: 'open' },
  which: { description: 'Which devices.', example: 'waiting' },
  webhookId: { description: 'The identifier of the webhook.', example: WEBHOOK_ID },
  jobId: { description: 'The identifier of the fetch.', example: LIBRARY_ID },
  kind: {
    description: 'What it is; when listing, only this kind; when adding, absent: by its name.',
    example: 'application',
  },
  offset: { description: 'Where these bytes go: what has arrived of the upload.', example: 8_388_608 },
  search: { description: 'Part of the name, the label or the package name.', example: 'planet' },
  sourceUrl: {
    description: 'The address in the settings of headsets that the bytes stand for.',
    example: 'https://content.example/planetarium-12.apk',
  },
  groupId: { description: 'The identifier of the group.', example: GROUP_ID },
  profileId: { description: 'The identifier of the profile.', example: PROFILE_ID },
  planId: { description: 'The identifier of the plan.', example: PLAN_ID },
  changeId: { description: 'The identifier of the change.', example: CHANGE_ID },
  version: { description: 'Which version of the profile; 0 or absent: the newest.', example: 0 },
  passwords: { description: 'With the Wi-Fi passwords, readable.', example: false },
  personId: { description: 'The identifier of the person.', example: PERSON_ID },
  lessonId: { description: 'The identifier of the lesson plan.', example: LESSON_ID },
  step: { description: 'Which button of the lesson, counted from 0.', example: 0 },
  who: { description: 'A part of the name of the person or the token.', example: 'Laurent' },
  operation: { description: 'An operation by its id in this document.', example: 'startClassRun' },
  outcome: { description: 'What was done, or what was refused.', example: 'done' },
  untaken: { description: 'Only deliveries that the receiver did not take.', example: true },
  uploadId: { description: 'The identifier of the upload.', example: LIBRARY_ID },
};
