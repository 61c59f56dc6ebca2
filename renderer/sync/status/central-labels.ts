import type { TFunction } from 'i18next';

/** Error codes of the interface and of this station's own steps that have a translation. */
const CODES = [
  'PACKAGE_NAME_CONFLICT',
  'INVALID_CONFIGURATION',
  'INVALID_NAMESPACE',
  'INVALID_VALUE',
  'VALUE_TOO_LARGE',
  'VALIDATION_FAILED',
  'BATCH_TOO_LARGE',
  'DEVICE_NOT_FOUND',
  'FORBIDDEN',
  'CONFLICT',
  'STILL_ENROLLED',
  'NO_TOKEN',
  'OTHER_PLACE',
  'EVENTS_WAIT',
  'SERVER_ERROR',
  'NOT_THIS_INTERFACE',
  'TOO_LARGE',
  'INTERNAL',
] as const;
type Code = (typeof CODES)[number];

/** Meaning of a status without a code. Source: the API documentation, "Errors". */
const BY_STATUS: Readonly<Record<string, Code>> = {
  HTTP_400: 'VALIDATION_FAILED',
  HTTP_403: 'FORBIDDEN',
  HTTP_404: 'DEVICE_NOT_FOUND',
  HTTP_409: 'CONFLICT',
  HTTP_413: 'BATCH_TOO_LARGE',
  HTTP_422: 'INVALID_CONFIGURATION',
};

/** Translates an error code of the central; null if it is unknown. */
export function centralErrorLabel(code: string | null, t: TFunction<'sync'>): string | null {
  const known = CODES.find((each) => each === code) ?? BY_STATUS[code ?? ''];
  return known === undefined ? null : t(`failure.why.${known}`);
}
