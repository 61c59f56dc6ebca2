import type { TFunction } from 'i18next';

/** Stable codes of the interface and of this station's own steps that have words here. */
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
] as const;
type Code = (typeof CODES)[number];

/** What an answer without a code means by its status. Source: interface.md "Errors". */
const BY_STATUS: Readonly<Record<string, Code>> = {
  HTTP_400: 'VALIDATION_FAILED',
  HTTP_403: 'FORBIDDEN',
  HTTP_404: 'DEVICE_NOT_FOUND',
  HTTP_409: 'CONFLICT',
  HTTP_413: 'BATCH_TOO_LARGE',
  HTTP_422: 'INVALID_CONFIGURATION',
};

/** Why the central refused something, in the language in use; null for a code that this interface does not know. */
export function centralWords(code: string | null, t: TFunction<'sync'>): string | null {
  const known = CODES.find((each) => each === code) ?? BY_STATUS[code ?? ''];
  return known === undefined ? null : t(`failure.why.${known}`);
}
