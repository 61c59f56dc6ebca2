import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** The codes with words of their own: what our agents say of downloads, of what was taken off, and of commands. */
const KNOWN = [
  'NOT_ENOUGH_STORAGE',
  'CONNECTION_LOST',
  'BAD_ADDRESS',
  'STATION_KEY_CHANGED',
  'HASH_MISMATCH',
  'LENGTH_MISMATCH',
  'FILE_GONE',
  'NOT_ALLOWED',
  'ADDRESS_TROUBLE',
  'NEWER_THERE',
  'OTHER_SIGNATURE',
  'SYSTEM_TOO_OLD',
  'NOT_AN_APP',
  'UNASSIGNED',
  'REPLACED',
  'EXPIRED',
  'UNENROLLED',
  'REMOVED_BY_HAND',
  'UNKNOWN_COMMAND',
  'INVALID_MESSAGE',
  'NOT_INSTALLED',
  'KIOSK_MODE',
  'NOT_RUNNING',
  'SCREENSHARING_DISABLED',
] as const;
type KnownCode = (typeof KNOWN)[number];

/**
 * What agents pass on from Android and from the address itself. Sources: the `ERROR_` reasons of Android's DownloadManager,
 * the `INSTALL_` results of its PackageManager, and HTTP status codes (RFC 9110).
 */
const ALIKE: readonly (readonly [RegExp, KnownCode])[] = [
  [/^(?:ERROR_INSUFFICIENT_SPACE|INSTALL_FAILED_INSUFFICIENT_STORAGE)$/, 'NOT_ENOUGH_STORAGE'],
  [/^ERROR_(?:HTTP_DATA_ERROR|CANNOT_RESUME)$/, 'CONNECTION_LOST'],
  [/^INSTALL_FAILED_VERSION_DOWNGRADE$/, 'NEWER_THERE'],
  [/^INSTALL_FAILED_(?:UPDATE_INCOMPATIBLE|SHARED_USER_INCOMPATIBLE)$/, 'OTHER_SIGNATURE'],
  [/^INSTALL_FAILED_OLDER_SDK$/, 'SYSTEM_TOO_OLD'],
  [/^INSTALL_(?:FAILED_INVALID_APK$|PARSE_FAILED_)/, 'NOT_AN_APP'],
  [/^HTTP_4(?:04|10)$/, 'FILE_GONE'],
  [/^HTTP_40[13]$/, 'NOT_ALLOWED'],
  [/^HTTP_[45]\d\d$/, 'ADDRESS_TROUBLE'],
];

/** The words of a code; null for one that nobody has words for: it is shown as it is. */
export type CodeWords = (code: string) => string | null;

/** The words of codes, made with `t` of the namespace `headset`. */
export function codeWords(t: TFunction<'headset'>): CodeWords {
  return (code) => {
    const known = KNOWN.find((each) => each === code) ?? ALIKE.find(([alike]) => alike.test(code))?.[1];
    return known === undefined ? null : t(`code.${known}`);
  };
}

/** The words of codes in the language in use. */
export function useCodeWords(): CodeWords {
  const { t } = useTranslation('headset');
  return useMemo(() => codeWords(t), [t]);
}
