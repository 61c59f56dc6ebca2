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

/** A position in a file, as text. */
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
    /** Bytes received: the position of the next byte. */
    offset: z.int(),
    createdAt: instantSchema,
    /** When the upload is discarded unless more arrives. */
    expiresAt: instantSchema,
  })
  .meta({ id: 'LibraryUpload' });
export type LibraryUploadView = z.infer<typeof libraryUploadSchema>;

const uploadParams = z.object({ uploadId: libraryIdSchema });

/** Starts an upload that can be sent in parts and resumed. */
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
 * Accepts the next bytes of an upload (`application/octet-stream`). `offset` must equal the bytes received, else 409:
 * read it again. Received bytes survive an interruption. The last byte creates the item.
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
    /** Null until all bytes have arrived. */
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
