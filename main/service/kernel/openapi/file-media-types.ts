/** Bytes of no kind that a browser or a player would act on. */
const PLAIN_BYTES = 'application/octet-stream';

/**
 * What files are sent as. Anything else goes out as plain bytes: what somebody uploaded must never come back as a page of
 * this station's own origin.
 */
export const FILE_MEDIA_TYPES = [
  PLAIN_BYTES,
  'application/vnd.android.package-archive',
  'video/mp4',
  'video/webm',
  'video/x-matroska',
  'video/quicktime',
] as const;

/** The media type that a file of this type is sent as. */
export function fileMediaType(mediaType: string): string {
  return FILE_MEDIA_TYPES.find((known) => known === mediaType.toLowerCase()) ?? PLAIN_BYTES;
}
