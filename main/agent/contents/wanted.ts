import { digestInAddress } from '../../../shared/domain/content/library-address.ts';
import type { Settings } from '../../../shared/contract/configuration/settings/settings.ts';

/** The three kinds of contents. */
export type ContentKind = 'application' | 'video' | 'file';

/** A content that the settings of a headset assign to it. */
export type Wanted = Readonly<{
  /** Unique among the contents of the headset. */
  key: string;
  kind: ContentKind;
  contentId: string;
  /** Package name, of applications only; null if the settings contain none. */
  packageName: string | null;
  /** URLs to download; empty if it arrives by other means. */
  urls: readonly string[];
  /** The assigned URLs behind these, whatever the current source of the bytes. */
  sources: readonly string[];
  /** Applications only; null: any version will do. */
  versionCode: number | null;
  fileName: string;
  dir: string;
  /** When it must be removed, in ms since 1970 UTC; null: never. */
  expiresAtMs: number | null;
  /** True if the station knows of no copy on the headset: a reported one must be downloaded again. */
  isReassigned: boolean;
}>;

/** Source: the API documentation, fields `contentId` of what a headset reports; the contract's limit. */
const MAX_ID_LENGTH = 128;
const MAX_NAME_LENGTH = 200;
/** The folder in which the management agent stores contents. */
const SERVICE_FOLDER = '/sdcard/Muster';

type Entry = Readonly<{
  id?: string | undefined;
  idDetailContent?: string | null | undefined;
  packageName?: string | undefined;
  url?: string | undefined;
  obbUrl?: string | null | undefined;
  originalUrl?: string | undefined;
  originalObbUrl?: string | undefined;
  codeVersion?: number | undefined;
  name?: string | undefined;
  destinationPath?: string | undefined;
  expirationDate?: string | null | undefined;
  deployment?: Readonly<{ status?: string | undefined }> | undefined;
}>;

/** Returns every content that settings assign, in order. Of two with one name the last counts. */
export function contentsWanted(settings: Settings): readonly Wanted[] {
  const { applications = [], videos = [], files = [] } = settings;
  const all = [
    ...applications.map((entry) => wanted('application', entry)),
    ...videos.map((entry) => wanted('video', entry)),
    ...files.map((entry) => wanted('file', entry)),
  ];
  return [...new Map(all.map((each) => [each.key, each])).values()];
}

/**
 * Returns true if another binary is assigned than before. For an application its version decides (the API documentation,
 * "Devices: configuration", rule 2), for anything else its URL.
 */
export function isOtherBinary(now: Wanted, before: Wanted): boolean {
  if (now.packageName !== before.packageName) return true;
  if (now.kind !== 'application') return bytesAt(now.sources[0]) !== bytesAt(before.sources[0]);
  return now.versionCode !== null && now.versionCode !== before.versionCode;
}

/** Returns true if another binary is assigned, or it is to be downloaded from elsewhere. */
export function isOtherSource(now: Wanted, before: Wanted): boolean {
  return (
    isOtherBinary(now, before) ||
    now.sources.map(bytesAt).join('\n') !== before.sources.map(bytesAt).join('\n')
  );
}

/** Returns what identifies the bytes at a URL: the digest in it, wherever the station is now. */
function bytesAt(address: string | undefined): string | undefined {
  return address === undefined ? undefined : (digestInAddress(address) ?? address);
}

function wanted(kind: ContentKind, entry: Entry): Wanted {
  const { id, idDetailContent, url, obbUrl, packageName, codeVersion, expirationDate } = entry;
  const { originalUrl = url, originalObbUrl = obbUrl } = entry;
  const contentId = ([id, idDetailContent, originalUrl, packageName].find(isFilled) ?? '').slice(
    0,
    MAX_ID_LENGTH,
  );
  const expiresAtMs = isFilled(expirationDate) ? Date.parse(expirationDate) : Number.NaN;
  return {
    key: `${kind}:${contentId}`,
    kind,
    contentId,
    packageName: kind === 'application' ? (packageName ?? null) : null,
    // Without its main part, the rest of an application is useless.
    urls: isFilled(url) ? [url, obbUrl].filter(isFilled) : [],
    sources: isFilled(url) ? [originalUrl, originalObbUrl].filter(isFilled) : [],
    versionCode: kind === 'application' ? (codeVersion ?? null) : null,
    fileName: fileNameOf(entry, contentId),
    dir: dirOf(kind, entry.destinationPath),
    expiresAtMs: Number.isNaN(expiresAtMs) ? null : expiresAtMs,
    isReassigned: entry.deployment?.status === 'ASSIGNED',
  };
}

function fileNameOf({ name, url }: Entry, contentId: string): string {
  const last = url?.split(/[?#]/)[0]?.split('/').at(-1);
  return ([name, last].find(isFilled) ?? contentId).slice(0, MAX_NAME_LENGTH);
}

/** `destinationPath` is relative to the service folder, or absolute. Source: the API documentation, `PATCH /devices/files`. */
function dirOf(kind: ContentKind, destinationPath = ''): string {
  if (destinationPath.startsWith('/')) return destinationPath;
  return `${SERVICE_FOLDER}/${destinationPath === '' ? `${kind}s` : destinationPath}`;
}

function isFilled(text: string | null | undefined): text is string {
  return text !== undefined && text !== null && text !== '';
}
