import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import {
  contentKindSchema,
  fileNameSchema,
  libraryItemSchema,
  MAX_FILE_BYTES,
  sha256Schema,
  webAddressSchema,
} from './library.ts';
import { instantSchema } from '../primitives.ts';
import * as field from '../fields.ts';

/** A position in a file, as text. */
const offsetSchema = z
  .string()
  .regex(/^\d{1,13}$/, 'Must be a whole number')
  .transform(Number)
  .pipe(z.int().min(0).max(MAX_FILE_BYTES))
  .meta({ override: { type: 'integer', minimum: 0, maximum: MAX_FILE_BYTES } });

const libraryUploadSchema = z
  .object({
    id: field.id,
    name: field.name,
    kind: contentKindSchema.describe('Which kind it is.'),
    sizeBytes: field.sizeBytes,
    offset: z.int().describe('Bytes received so far: the position of the next byte.'),
    createdAt: field.createdAt,
    expiresAt: instantSchema.describe('When the upload is discarded if nothing more arrives.'),
  })
  .meta({ id: 'LibraryUpload', description: 'An upload that can be sent in parts and resumed.' });
export type LibraryUploadView = z.infer<typeof libraryUploadSchema>;

/** Starts an upload that can be sent in parts and resumed. */
export const startUpload = endpoint('POST /station/library/uploads', {
  summary: 'Start a resumable upload',
  body: z.object({
    name: fileNameSchema.describe('Name shown to people.'),
    sizeBytes: z.int().min(0).max(MAX_FILE_BYTES).describe('Size in bytes.'),
    kind: contentKindSchema.optional().describe('Which kind it is.'),
    sha256: sha256Schema.optional().describe('SHA-256 of the bytes: 64 hexadecimal digits in lower case.'),
    sourceUrl: webAddressSchema
      .optional()
      .describe('URL in headset settings that these bytes stand for; null if none.'),
  }),
  reply: libraryUploadSchema,
  errors: ['VALIDATION_FAILED', 'BATCH_TOO_LARGE'],
});

export const getUpload = endpoint('GET /station/library/uploads/{uploadId}', {
  summary: 'Get the progress of an upload',
  reply: libraryUploadSchema,
  errors: ['NOT_FOUND'],
});

/**
 * Accepts the next bytes of an upload (`application/octet-stream`). `offset` must equal the bytes received, else 409:
 * read it again. Received bytes survive an interruption. The last byte creates the item.
 */
export const continueUpload = endpoint('PUT /station/library/uploads/{uploadId}', {
  summary: 'Send the next bytes of an upload',
  isAudited: false,
  query: z.object({ offset: offsetSchema }),
  takesBytes: true,
  reply: z.object({
    upload: libraryUploadSchema.describe('The upload.'),
    item: libraryItemSchema.nullable().describe('The item; null until all bytes have arrived.'),
    isNew: z.boolean().describe('False if the library held these bytes already.'),
  }),
  errors: ['VALIDATION_FAILED', 'INVALID_VALUE', 'NOT_FOUND', 'CONFLICT', 'BATCH_TOO_LARGE'],
});

export const cancelUpload = endpoint('DELETE /station/library/uploads/{uploadId}', {
  summary: 'Cancel an upload',
  reply: z.object({ success: field.success }),
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
});
