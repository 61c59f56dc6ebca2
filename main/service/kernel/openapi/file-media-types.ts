/** Media type that no browser or player acts on. */
const PLAIN_BYTES = 'application/octet-stream';

/**
 * Media types that files are sent as. Any other is sent as plain bytes: an uploaded file must never come back as a
 * page of this station's origin.
 */
export const FILE_MEDIA_TYPES = [
  PLAIN_BYTES,
  'application/vnd.android.package-archive',
  'video/mp4',
  'video/webm',
  'video/x-matroska',
  'video/quicktime',
] as const;

/** Returns the media type that a file of this type is sent as. */
export function fileMediaType(mediaType: string): string {
  return FILE_MEDIA_TYPES.find((known) => known === mediaType.toLowerCase()) ?? PLAIN_BYTES;
}
