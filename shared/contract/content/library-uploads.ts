import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import {
  contentKindSchema,
  fileNameSchema,
  libraryIdSchema,
  libraryItemSchema,
  MAX_FILE_BYTES,
  sha256Schema,
  webAddressSchema,
} from './library.ts';
import { instantSchema, nothing } from '../primitives.ts';

const common = { tag: 'station', isExtension: true, access: ['enterprise'] } as const;

/** A place in a file, as text. */
const offsetSchema = z
  .string()
  .regex(/^\d{1,13}$/, 'Must be a whole number')
  .transform(Number)
  .pipe(z.int().min(0).max(MAX_FILE_BYTES))
  .meta({ override: { type: 'integer', minimum: 0, maximum: MAX_FILE_BYTES } });

const libraryUploadSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: contentKindSchema,
    sizeBytes: z.int(),
    /** What has arrived: the next bytes go here. */
    offset: z.int(),
    createdAt: instantSchema,
    /** Without a sign of life until then it is given up. */
    expiresAt: instantSchema,
  })
  .meta({ id: 'LibraryUpload' });
export type LibraryUploadView = z.infer<typeof libraryUploadSchema>;

const uploadParams = z.object({ uploadId: libraryIdSchema });

/** Announces an upload that may be sent in parts and taken up again after a cut. */
export const startUpload = endpoint({
  ...common,
  method: 'POST',
  path: '/station/library/uploads',
  summary: 'Start a resumable upload',
  params: nothing,
  query: nothing,
  body: z.object({
    name: fileNameSchema,
    sizeBytes: z.int().min(0).max(MAX_FILE_BYTES),
    kind: contentKindSchema.optional(),
    sha256: sha256Schema.optional(),
    sourceUrl: webAddressSchema.optional(),
  }),
  reply: libraryUploadSchema,
  errors: ['VALIDATION_FAILED', 'BATCH_TOO_LARGE'],
});

export const getUpload = endpoint({
  ...common,
  method: 'GET',
  path: '/station/library/uploads/{uploadId}',
  summary: 'Get the progress of an upload',
  params: uploadParams,
  query: nothing,
  body: nothing,
  reply: libraryUploadSchema,
  errors: ['NOT_FOUND'],
});

/**
 * Sends the next bytes of an upload (`application/octet-stream`). `offset` must be what has arrived, else 409: read it
 * again. What arrives before a cut is kept. With the last byte the item is made.
 */
export const continueUpload = endpoint({
  ...common,
  method: 'PUT',
  path: '/station/library/uploads/{uploadId}',
  summary: 'Send the next bytes of an upload',
  isAudited: false,
  params: uploadParams,
  query: z.object({ offset: offsetSchema }),
  takesBytes: true,
  body: nothing,
  reply: z.object({
    upload: libraryUploadSchema,
    /** Once all of it is there. */
    item: libraryItemSchema.nullable(),
    isNew: z.boolean(),
  }),
  errors: ['VALIDATION_FAILED', 'INVALID_VALUE', 'NOT_FOUND', 'CONFLICT', 'BATCH_TOO_LARGE'],
});

export const cancelUpload = endpoint({
  ...common,
  method: 'DELETE',
  path: '/station/library/uploads/{uploadId}',
  summary: 'Cancel an upload',
  params: uploadParams,
  query: nothing,
  body: nothing,
  reply: z.object({ success: z.literal(true) }),
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
});
