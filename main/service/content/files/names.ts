import {
  fileNameSchema,
  type LibraryKind,
  NOT_IN_FILE_NAMES,
} from '../../../../shared/contract/content/library.ts';
import type { StoredSettings } from '../../../../shared/domain/configuration/settings/stored.ts';

const EXTENSIONS: Readonly<Record<string, { readonly kind: LibraryKind; readonly mediaType: string }>> = {
  apk: { kind: 'application', mediaType: 'application/vnd.android.package-archive' },
  // Several APKs of one app, and the bundle that only a store can install.
  apks: { kind: 'application', mediaType: 'application/zip' },
  xapk: { kind: 'application', mediaType: 'application/zip' },
  apkm: { kind: 'application', mediaType: 'application/zip' },
  aab: { kind: 'application', mediaType: 'application/octet-stream' },
  obb: { kind: 'obb', mediaType: 'application/octet-stream' },
  mp4: { kind: 'video', mediaType: 'video/mp4' },
  m4v: { kind: 'video', mediaType: 'video/mp4' },
  mkv: { kind: 'video', mediaType: 'video/x-matroska' },
  webm: { kind: 'video', mediaType: 'video/webm' },
  mov: { kind: 'video', mediaType: 'video/quicktime' },
  avi: { kind: 'video', mediaType: 'video/x-msvideo' },
  mpg: { kind: 'video', mediaType: 'video/mpeg' },
  ts: { kind: 'video', mediaType: 'video/mp2t' },
  jpg: { kind: 'file', mediaType: 'image/jpeg' },
  jpeg: { kind: 'file', mediaType: 'image/jpeg' },
  png: { kind: 'file', mediaType: 'image/png' },
  webp: { kind: 'file', mediaType: 'image/webp' },
  mp3: { kind: 'file', mediaType: 'audio/mpeg' },
  pdf: { kind: 'file', mediaType: 'application/pdf' },
  zip: { kind: 'file', mediaType: 'application/zip' },
};

/** HTML and SVG, which a browser could run, are served as plain bytes, like every unlisted type. */
const PLAIN = { kind: 'file', mediaType: 'application/octet-stream' } as const;

const MAX_NAME_LENGTH = 255;

/** Returns kind and media type of a file by its name. */
export function kindOf(name: string): { readonly kind: LibraryKind; readonly mediaType: string } {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(EXTENSIONS, extension) ? (EXTENSIONS[extension] ?? PLAIN) : PLAIN;
}

/** Returns the last part of a URL as a file name; `download` if that is none that may be uploaded. */
export function nameFrom(path: string): string {
  const last = path.split('/').at(-1) ?? '';
  const name = decoded(last)
    .replaceAll(NOT_IN_FILE_NAMES, '')
    .toWellFormed()
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed()
    .trim();
  return fileNameSchema.safeParse(name).success ? name : 'download';
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not every URL is encoded correctly; the raw text will do.
    return text;
  }
}

/** A URL that headsets download, and what it holds. */
export type NeededContent = {
  readonly url: string;
  readonly kind: LibraryKind;
  readonly name: string | null;
};

type Contents = Pick<StoredSettings, 'applications' | 'videos' | 'files'>;

/**
 * Returns every URL that settings make headsets download; with `nowMs`, without expired contents. Pictures of videos
 * are excluded: they are for other screens.
 */
export function contentsIn(settings: Contents, nowMs?: number): NeededContent[] {
  const { applications = [], videos = [], files = [] } = settings;
  const isOver = ({ expirationDate }: { readonly expirationDate?: string | null | undefined }): boolean =>
    nowMs !== undefined && typeof expirationDate === 'string' && Date.parse(expirationDate) <= nowMs;
  const current = applications.filter((each) => !isOver(each));
  return [
    ...current.map(({ url, packageName }) => needed(url, 'application', packageName)),
    ...current.map(({ obbUrl, packageName }) => needed(obbUrl, 'obb', packageName)),
    ...videos.filter((each) => !isOver(each)).map(({ url, title }) => needed(url, 'video', title)),
    ...files.map(({ url, name }) => needed(url, 'file', name)),
  ].flat();
}

function needed(
  url: string | null | undefined,
  kind: LibraryKind,
  name: string | null | undefined,
): NeededContent[] {
  return url === undefined || url === null || url === '' ? [] : [{ url, kind, name: name ?? null }];
}
