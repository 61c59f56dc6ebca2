import type { ErrorCode } from '../../../shared/contract/errors.ts';

/** A refusal in words: what it is, what happened, what to do next. */
export type ErrorCopy = { readonly title: string; readonly what: string; readonly next: string };

/** Every refusal by its code, and the station that cannot be reached. */
export const errors = {
  offline: {
    title: 'The station did not answer',
    what: 'This window could not reach the station.',
    next: 'Check that it is running, then try again.',
  },
  VALIDATION_FAILED: {
    title: 'Something is not right yet',
    what: 'The station did not take an entry. Nothing was changed.',
    next: 'Correct it and try again.',
  },
  INVALID_NAMESPACE: {
    title: 'Not a name for notes',
    what: 'The notes of a headset are kept under short plain names. Nothing was changed.',
    next: 'Use small letters, digits, dots, dashes and underscores, at most 64.',
  },
  INVALID_VALUE: {
    title: 'These notes cannot be kept',
    what: 'The station did not understand their form. Nothing was changed.',
    next: 'Correct them and try again.',
  },
  VALUE_TOO_LARGE: {
    title: 'These notes are too long',
    what: 'The station keeps 16 KB under each name. Nothing was changed.',
    next: 'Shorten them and try again.',
  },
  UNAUTHENTICATED: {
    title: 'The key is no longer valid',
    what: 'The station does not take this window’s key.',
    next: 'Open the address that the station printed.',
  },
  ROLE_REQUIRED: {
    title: 'Your role does not cover this',
    what: 'What you asked for takes another role: teacher or technician.',
    next: 'Sign in with another passcode, or ask the technician.',
  },
  FORBIDDEN: {
    title: 'Not allowed with this key',
    what: 'This window’s key does not cover that.',
    next: 'Use a key of the organisation.',
  },
  PAIRING_REQUIRED: {
    title: 'This headset has not paired',
    what: 'The station takes only headsets that have proved the code and the station to each other.',
    next: 'Type the code in a headset that can pair, or allow headsets that cannot.',
  },
  NOT_FOUND: {
    title: 'Not there',
    what: 'The station does not know this address.',
    next: 'The station and this window may be of different versions. Load the window again.',
  },
  DEVICE_NOT_FOUND: {
    title: 'This headset is gone',
    what: 'It was removed from the fleet, perhaps from another window.',
    next: 'Go on with the others.',
  },
  DEVICE_TYPE_UNKNOWN: {
    title: 'Unknown model',
    what: 'This station is set to refuse models that it does not know.',
    next: 'Add the model, or allow unknown ones.',
  },
  DEVICE_ALREADY_ENROLLED: {
    title: 'This place is taken',
    what: 'A headset stands on this place already, so it needs no code.',
    next: 'Choose a place that waits, or remove the headset first.',
  },
  ENROLMENT_TOKEN_UNKNOWN: {
    title: 'The label is not valid',
    what: 'No place has this label, or another headset took it.',
    next: 'Print new labels for the places that wait.',
  },
  ENROLMENT_CODE_UNKNOWN: {
    title: 'The code is not valid',
    what: 'This code was used, is too old, or was mistyped.',
    next: 'Type the code that is shown now.',
  },
  ENROLMENT_CLOSED: {
    title: 'Too many wrong codes',
    what: 'All codes are void.',
    next: 'Give new codes.',
  },
  TOKEN_NOT_FOUND: {
    title: 'No such key',
    what: 'The station does not know this key.',
    next: 'Load the list again.',
  },
  LAN_ADDRESS_UNKNOWN: {
    title: 'No address to look up',
    what: 'The station has not heard this headset on the local network yet.',
    next: 'Wait for its next sign of life, then try again.',
  },
  DEVICE_UNREACHABLE: {
    title: 'The headset did not answer',
    what: 'It is off, asleep or out of reach. The command was not kept.',
    next: 'Wake it and check its Wi-Fi, then try again.',
  },
  COMMAND_NOT_FOUND: {
    title: 'No such command',
    what: 'It was answered already, or is over.',
    next: 'Nothing more needs to be done.',
  },
  WEBHOOK_NOT_FOUND: {
    title: 'No such webhook',
    what: 'It was removed, perhaps from another window.',
    next: 'Load the list again.',
  },
  IMAGE_NOT_FOUND: {
    title: 'No image',
    what: 'Nobody knows an image of this application.',
    next: 'Go on without one.',
  },
  MAC_NOT_RESOLVED: {
    title: 'MAC address not found',
    what: 'No source that the station may ask knows the address of this headset.',
    next: 'Check the router access, or type the MAC address in.',
  },
  PACKAGE_NAME_CONFLICT: {
    title: 'Two versions of one app',
    what: 'Entries with the same package name stand for different files. Nothing was changed.',
    next: 'Keep one of them.',
  },
  INVALID_CONFIGURATION: {
    title: 'These settings do not fit together',
    what: 'The headset could not follow them. Nothing was changed.',
    next: 'Correct what is named below.',
  },
  UPSTREAM_UNREACHABLE: {
    title: 'The central did not answer',
    what: 'The central instance could not be asked.',
    next: 'Check the connection under Sync, then try again.',
  },
  WEB_INTERFACE_FAILED: {
    title: 'No answer from the web interface',
    what: 'The station asked it for the application and got no usable answer.',
    next: 'Check its address and the connection, then try again.',
  },
  CONFLICT: {
    title: 'Something was in the way',
    what: 'What you asked for does not fit what the station holds now. Nothing was changed.',
    next: 'Look at the current state and try again.',
  },
  BATCH_TOO_LARGE: {
    title: 'Too much at once',
    what: 'The station does not take that many in one go. Nothing was changed.',
    next: 'Choose fewer.',
  },
  HEADSET_STORAGE_FULL: {
    title: 'The headset has no room',
    what: 'It says that less is free than this content needs. Nothing was sent.',
    next: 'Make room on the headset; it tries again by itself.',
  },
  PRECONDITION_FAILED: {
    title: 'Not the same content any more',
    what: 'What was begun is not what the station holds now.',
    next: 'Fetch it from its start.',
  },
  RANGE_NOT_SATISFIABLE: {
    title: 'Past the end',
    what: 'A part was asked for that lies behind the end of the content.',
    next: 'Fetch it from its start.',
  },
  DOWNLOAD_QUEUED: {
    title: 'Waiting for its turn',
    what: 'As many headsets as may are fetching contents now.',
    next: 'Nothing to do: the headset comes back by itself.',
  },
  RATE_LIMITED: {
    title: 'Too fast',
    what: 'The station takes no more requests for the moment.',
    next: 'Wait a minute and try again.',
  },
  INTERNAL: {
    title: 'The station failed at this',
    what: 'A fault of Muster’s own. It was logged.',
    next: 'Try again; if it stays, give the code below to support.',
  },
  STORAGE_UNAVAILABLE: {
    title: 'The station cannot write',
    what: 'Its data folder cannot be written at the moment. Nothing was changed.',
    next: 'Check the disk of the station’s computer.',
  },
  STATION_STOPPING: {
    title: 'The station is stopping',
    what: 'It takes no new work. Nothing was changed.',
    next: 'Wait until it has started again.',
  },
  STORAGE_FULL: {
    title: 'The station’s disk is full',
    what: 'Nothing more can be stored. Nothing was changed.',
    next: 'Make room on the disk; the station goes on by itself.',
  },
} satisfies Record<ErrorCode | 'offline', ErrorCopy>;
