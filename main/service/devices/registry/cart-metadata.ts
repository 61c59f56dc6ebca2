import { z } from 'zod';

/** The metadata namespace of this station. Its `group` is the reserved key of the interface's metadata convention. */
export const MUSTER_NAMESPACE = 'muster';

const musterSchema = z
  .object({
    group: z.object({ id: z.string(), label: z.string() }),
    shelf: z.int(),
    place: z.int(),
    /** The headset that an asset list puts here; `isGiven`: it gets this slot automatically. */
    asset: z
      .object({ macAddress: z.string().nullable(), serial: z.string().nullable(), isGiven: z.boolean() })
      .partial(),
  })
  .partial();
export type MusterMetadata = z.infer<typeof musterSchema>;

const metadataSchema = z.object({ [MUSTER_NAMESPACE]: z.unknown() }).partial();

/** Returns what this station stored in a device's metadata; undefined if there is nothing valid. */
export function musterMetadata(metadata: string): MusterMetadata | undefined {
  if (!metadata.includes(MUSTER_NAMESPACE)) return undefined;
  return musterSchema.safeParse(metadataSchema.parse(JSON.parse(metadata))[MUSTER_NAMESPACE]).data;
}
