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
  FORBIDDEN: {
    title: 'Not allowed with this key',
    what: 'This window’s key does not cover that.',
    next: 'Use a key of the organisation.',
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
