import type { ErrorCode } from '../../../shared/contract/errors.ts';

/** A refusal as text: title, explanation, next step. */
export type ErrorCopy = { readonly title: string; readonly what: string; readonly next: string };

/** Every refusal by its code, and the unreachable station. */
export const errors = {
  offline: {
    title: 'The station did not answer',
    what: 'This window could not reach the station.',
    next: 'Check that it is running, then try again.',
  },
  VALIDATION_FAILED: {
    title: 'Check your input',
    what: 'The station rejected a value. Nothing was changed.',
    next: 'Correct it and try again.',
  },
  INVALID_NAMESPACE: {
    title: 'Invalid metadata name',
    what: 'Metadata names are short and plain. Nothing was changed.',
    next: 'Use lower-case letters, digits, dots, hyphens and underscores, at most 64.',
  },
  INVALID_VALUE: {
    title: 'Invalid metadata',
    what: 'The metadata is not in a form the station understands. Nothing was changed.',
    next: 'Correct it and try again.',
  },
  VALUE_TOO_LARGE: {
    title: 'Metadata too large',
    what: 'The station stores up to 16 KB under each name. Nothing was changed.',
    next: 'Shorten it and try again.',
  },
  UNAUTHENTICATED: {
    title: 'Your session has ended',
    what: 'The station no longer accepts this window’s token.',
    next: 'Open the URL that the station printed, or sign in again.',
  },
  ROLE_REQUIRED: {
    title: 'Your role does not allow this',
    what: 'This action needs another role: Teacher or Technician.',
    next: 'Sign in with another passcode, or ask the technician.',
  },
  FORBIDDEN: {
    title: 'Not allowed with this token',
    what: 'This window’s token does not allow this action.',
    next: 'Use a token of the organisation.',
  },
  PAIRING_REQUIRED: {
    title: 'This headset has not paired',
    what: 'The station only accepts headsets that have paired with it.',
    next: 'Type the code in a headset that supports pairing, or allow headsets that do not.',
  },
  NOT_FOUND: {
    title: 'Not found',
    what: 'The station does not know this URL.',
    next: 'The station and this window may be different versions. Reload the window.',
  },
  METHOD_NOT_ALLOWED: {
    title: 'Not possible here',
    what: 'The station does not offer this action at this address.',
    next: 'The station and this window may be different versions. Reload the window.',
  },
  DEVICE_NOT_FOUND: {
    title: 'Headset not found',
    what: 'It was removed from the fleet, perhaps from another window.',
    next: 'Continue with the others.',
  },
  DEVICE_TYPE_UNKNOWN: {
    title: 'Unknown model',
    what: 'This station is set to reject models it does not know.',
    next: 'Add the model, or allow unknown models.',
  },
  DEVICE_ALREADY_ENROLLED: {
    title: 'This slot is taken',
    what: 'A headset is already enrolled in this slot, so it needs no code.',
    next: 'Choose an empty slot, or remove the headset first.',
  },
  ENROLMENT_TOKEN_UNKNOWN: {
    title: 'The label is not valid',
    what: 'No slot has this label, or another headset has used it.',
    next: 'Print new labels for the empty slots.',
  },
  ENROLMENT_CODE_UNKNOWN: {
    title: 'The code is not valid',
    what: 'This code was used, has expired, or was mistyped.',
    next: 'Type the code shown now.',
  },
  ENROLMENT_CLOSED: {
    title: 'Too many wrong codes',
    what: 'All codes are now invalid.',
    next: 'Get new codes.',
  },
  TOKEN_NOT_FOUND: {
    title: 'Token not found',
    what: 'The station does not know this token.',
    next: 'Reload the list.',
  },
  LAN_ADDRESS_UNKNOWN: {
    title: 'No IP address yet',
    what: 'The station has not seen this headset on the local network yet.',
    next: 'Wait until it reports again, then try again.',
  },
  VIEWS_NOT_ALLOWED: {
    title: 'Views are off',
    what: 'Views of this cart are off, or off for your role.',
    next: 'A technician can allow them on the page of a headset.',
  },
  VIEW_REFUSED: {
    title: 'The wearer refused',
    what: 'The wearer does not want to be watched now.',
    next: 'Ask the wearer to allow it in the headset.',
  },
  TOO_MANY_VIEWS: {
    title: 'Too many views',
    what: 'A headset has at most 4 viewers, and you can watch at most 6 headsets live.',
    next: 'Stop another live view, then try again.',
  },
  DEVICE_UNREACHABLE: {
    title: 'The headset did not answer',
    what: 'It is off, asleep or out of range. The command was not queued.',
    next: 'Wake it and check its Wi-Fi, then try again.',
  },
  COMMAND_NOT_FOUND: {
    title: 'Command not found',
    what: 'It was already answered, or it has expired.',
    next: 'You do not need to do anything.',
  },
  WEBHOOK_NOT_FOUND: {
    title: 'Webhook not found',
    what: 'It was removed, perhaps from another window.',
    next: 'Reload the list.',
  },
  IMAGE_NOT_FOUND: {
    title: 'No image',
    what: 'No image of this application is available.',
    next: 'Continue without one.',
  },
  MAC_NOT_RESOLVED: {
    title: 'MAC address not found',
    what: 'None of the sources knows the MAC address of this headset.',
    next: 'Check access to the router, or type in the MAC address.',
  },
  PACKAGE_NAME_CONFLICT: {
    title: 'Two versions of one app',
    what: 'Two entries with the same package name point to different files. Nothing was changed.',
    next: 'Keep one of them.',
  },
  INVALID_CONFIGURATION: {
    title: 'These settings conflict',
    what: 'The headset cannot apply them together. Nothing was changed.',
    next: 'Correct the settings named below.',
  },
  UPSTREAM_UNREACHABLE: {
    title: 'The central did not answer',
    what: 'The station could not reach the central.',
    next: 'Check the connection under Sync, then try again.',
  },
  WEB_INTERFACE_FAILED: {
    title: 'The web interface did not answer',
    what: 'The station asked it for the application and got no usable answer.',
    next: 'Check its URL and the connection, then try again.',
  },
  CONFLICT: {
    title: 'Out of date',
    what: 'Your change conflicts with what is stored now. Nothing was changed.',
    next: 'Check what is there now, then try again.',
  },
  BATCH_TOO_LARGE: {
    title: 'Too much at once',
    what: 'The station does not accept this many at once. Nothing was changed.',
    next: 'Select fewer.',
  },
  HEADSET_STORAGE_FULL: {
    title: 'Not enough space on the headset',
    what: 'It reports less free space than this content needs. Nothing was sent.',
    next: 'Free some space on the headset; it retries automatically.',
  },
  PRECONDITION_FAILED: {
    title: 'The content has changed',
    what: 'The content is not the same as when the download started.',
    next: 'Download it again from the start.',
  },
  RANGE_NOT_SATISFIABLE: {
    title: 'Range out of bounds',
    what: 'The requested part is past the end of the content.',
    next: 'Download it again from the start.',
  },
  DOWNLOAD_QUEUED: {
    title: 'Queued',
    what: 'The maximum number of headsets are downloading now.',
    next: 'Nothing to do: the headset retries automatically.',
  },
  RATE_LIMITED: {
    title: 'Too many requests',
    what: 'The station accepts no more requests for now.',
    next: 'Wait a minute and try again.',
  },
  INTERNAL: {
    title: 'Internal error',
    what: 'Something went wrong inside Muster. It was logged.',
    next: 'Try again. If it happens again, send the code below to support.',
  },
  STORAGE_UNAVAILABLE: {
    title: 'The station cannot write',
    what: 'Its data folder is not writable right now. Nothing was changed.',
    next: 'Check the disk of the station’s computer.',
  },
  STATION_STOPPING: {
    title: 'The station is stopping',
    what: 'It accepts no new requests. Nothing was changed.',
    next: 'Wait until it has started again.',
  },
  ORGANISATION_MOVED: {
    title: 'The organisation is moving',
    what: 'Its data is being moved to another part of the central. Nothing was changed.',
    next: 'Try again in a few seconds.',
  },
  STORAGE_FULL: {
    title: 'The station’s disk is full',
    what: 'Nothing more can be stored. Nothing was changed.',
    next: 'Free some disk space; the station resumes automatically.',
  },
} satisfies Record<ErrorCode | 'offline', ErrorCopy>;
