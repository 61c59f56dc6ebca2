import { z } from 'zod';

/** What the library tells apart. */
export const contentKindSchema = z.enum(['application', 'obb', 'video', 'file']);
export type LibraryKind = z.infer<typeof contentKindSchema>;

/** Size of the pieces whose digests are kept, so that a bad one is fetched again alone. */
export const PIECE_BYTES = 8 * 1024 * 1024;

/** What was read in an APK. */
export const apkFactsSchema = z.object({
  packageName: z.string(),
  versionCode: z.int(),
  versionName: z.string().nullable(),
  /** In its default language; null where it has none. */
  label: z.string().nullable(),
  minSdk: z.int().nullable(),
  permissions: z.array(z.string()),
});
export type ApkFacts = z.infer<typeof apkFactsSchema>;
