import type { LibraryKind } from '../../contract/content/library.ts';
import type { KeptSettings } from '../configuration/settings/kept.ts';

const EXTENSIONS: Readonly<Record<string, { readonly kind: LibraryKind; readonly mediaType: string }>> = {
  apk: { kind: 'application', mediaType: 'application/vnd.android.package-archive' },
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

/** What a browser could run, HTML and SVG, goes as plain bytes with everything else that is not listed. */
const PLAIN = { kind: 'file', mediaType: 'application/octet-stream' } as const;

const MAX_NAME_LENGTH = 255;

/** What a file is by its name. */
export function kindOf(name: string): { readonly kind: LibraryKind; readonly mediaType: string } {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(EXTENSIONS, extension) ? (EXTENSIONS[extension] ?? PLAIN) : PLAIN;
}

/** The last part of an address as a file name; `download` where that makes none. */
export function nameFrom(path: string): string {
  const last = path.split('/').at(-1) ?? '';
  const name = decoded(last)
    // oxlint-disable-next-line no-control-regex -- it is these that names must not have
    .replaceAll(/[\u0000-\u001f\u007f/\\]/g, '')
    .toWellFormed()
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed()
    .trim();
  return /^\.*$/.test(name) ? 'download' : name;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not every address is encoded as it should be; as it stands it is a name too.
    return text;
  }
}

/** An address that a headset is to fetch, and what is there. */
export type NeededContent = {
  readonly url: string;
  readonly kind: LibraryKind;
  readonly name: string | null;
};

type Contents = Pick<KeptSettings, 'applications' | 'videos' | 'files'>;

/** Every address that settings have headsets fetch; with `nowMs` without what has expired by then. Pictures beside videos are for screens elsewhere. */
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
