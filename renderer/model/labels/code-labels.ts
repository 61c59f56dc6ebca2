import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Codes with their own text: those of our agents about downloads, removals and commands. */
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
  'OTHER_BUILD',
  'MISSING_LIBRARY',
  'CONFLICTING_APP',
  'INSTALL_BLOCKED',
  'TEST_BUILD',
  'INSTALL_FAILED',
  'NOT_SUPPORTED_OVER_ADB',
  'NOT_CONNECTED',
  'NOT_ANSWERING',
  'COMMAND_FAILED',
  'NO_ACTIVITY',
  'START_REFUSED',
  'NOT_IN_FOREGROUND',
  'NOT_APPLIED',
  'OTHER_PACKAGE',
  'PATH_NOT_ALLOWED',
  'INVALID_CONTENT',
] as const;
type KnownCode = (typeof KNOWN)[number];

/**
 * Codes that agents pass on from Android and servers. Sources: the `ERROR_` reasons of Android's DownloadManager, the
 * `INSTALL_` results of its PackageManager, and HTTP status codes (RFC 9110).
 */
const ALIKE: readonly (readonly [RegExp, KnownCode])[] = [
  [/^(?:ERROR_INSUFFICIENT_SPACE|INSTALL_FAILED_INSUFFICIENT_STORAGE)$/, 'NOT_ENOUGH_STORAGE'],
  [/^ERROR_(?:HTTP_DATA_ERROR|CANNOT_RESUME)$/, 'CONNECTION_LOST'],
  [/^INSTALL_FAILED_VERSION_DOWNGRADE$/, 'NEWER_THERE'],
  [/^INSTALL_FAILED_(?:UPDATE_INCOMPATIBLE|SHARED_USER_INCOMPATIBLE)$/, 'OTHER_SIGNATURE'],
  [/^INSTALL_FAILED_OLDER_SDK$/, 'SYSTEM_TOO_OLD'],
  [/^INSTALL_(?:FAILED_INVALID_APK$|PARSE_FAILED_)/, 'NOT_AN_APP'],
  [/^INSTALL_FAILED_(?:CPU_ABI_INCOMPATIBLE|NO_MATCHING_ABIS)$/, 'OTHER_BUILD'],
  [/^INSTALL_FAILED_(?:MISSING_FEATURE|NEWER_SDK|DEPRECATED_SDK_VERSION)$/, 'OTHER_BUILD'],
  [/^INSTALL_FAILED_(?:MISSING_SHARED_LIBRARY|NO_SHARED_USER)$/, 'MISSING_LIBRARY'],
  [/^INSTALL_FAILED_(?:CONFLICTING_PROVIDER|DUPLICATE_\w+|BAD_PERMISSION_GROUP)$/, 'CONFLICTING_APP'],
  [/^INSTALL_FAILED_(?:VERIFICATION_\w+|USER_RESTRICTED|ABORTED|PRE_APPROVAL_\w+)$/, 'INSTALL_BLOCKED'],
  [/^INSTALL_FAILED_(?:CONTAINER_ERROR|DEXOPT|MEDIA_UNAVAILABLE)$/, 'NOT_ENOUGH_STORAGE'],
  [/^INSTALL_FAILED_(?:WRONG_INSTALLED_VERSION|\w+_DOWNGRADE)$/, 'NEWER_THERE'],
  [/^INSTALL_FAILED_(?:MISSING_SPLIT|BAD_\w+|PROCESS_NOT_DEFINED|MULTIPACKAGE_\w+)$/, 'NOT_AN_APP'],
  [/^INSTALL_FAILED_TEST_ONLY$/, 'TEST_BUILD'],
  [/^INSTALL_FAILED_\w+$/, 'INSTALL_FAILED'],
  [/^UNPLUGGED$/, 'NOT_CONNECTED'],
  [/^NO_ROOM$/, 'NOT_ENOUGH_STORAGE'],
  [/^CONTENT_MISSING$/, 'CONNECTION_LOST'],
  [/^HTTP_4(?:04|10)$/, 'FILE_GONE'],
  [/^HTTP_40[13]$/, 'NOT_ALLOWED'],
  [/^HTTP_[45]\d\d$/, 'ADDRESS_TROUBLE'],
];

/** Returns the text of a code; null for an unknown one, which is shown as it is. */
export type CodeLabels = (code: string) => string | null;

/** Returns the texts of codes, with `t` of the namespace `headset`. */
export function codeText(t: TFunction<'headset'>): CodeLabels {
  return (code) => {
    const known = KNOWN.find((each) => each === code) ?? ALIKE.find(([alike]) => alike.test(code))?.[1];
    return known === undefined ? null : t(`code.${known}`);
  };
}

/** Returns the texts of codes in the current language. */
export function useCodeLabels(): CodeLabels {
  const { t } = useTranslation('headset');
  return useMemo(() => codeText(t), [t]);
}
