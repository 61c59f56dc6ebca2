import { z } from 'zod';

import { nullableString, nullableNumber } from './primitives.ts';
import * as field from './fields.ts';

/**
 * HTTP status of every error code: the only list of codes. Source: the API documentation, "Errors" for the statuses and the
 * codes it names; the others are extensions, stable once released.
 */
export const ERROR_STATUS = {
  VALIDATION_FAILED: 400,
  INVALID_NAMESPACE: 400,
  INVALID_VALUE: 400,
  VALUE_TOO_LARGE: 400,
  LAN_ADDRESS_UNKNOWN: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  ROLE_REQUIRED: 403,
  VIEWS_NOT_ALLOWED: 403,
  PAIRING_REQUIRED: 403,
  NOT_FOUND: 404,
  DEVICE_NOT_FOUND: 404,
  DEVICE_TYPE_UNKNOWN: 404,
  DEVICE_ALREADY_ENROLLED: 404,
  ENROLMENT_TOKEN_UNKNOWN: 404,
  ENROLMENT_CODE_UNKNOWN: 404,
  ENROLMENT_CLOSED: 404,
  TOKEN_NOT_FOUND: 404,
  DEVICE_UNREACHABLE: 404,
  COMMAND_NOT_FOUND: 404,
  WEBHOOK_NOT_FOUND: 404,
  IMAGE_NOT_FOUND: 404,
  MAC_NOT_RESOLVED: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  VIEW_REFUSED: 409,
  TOO_MANY_VIEWS: 409,
  HEADSET_STORAGE_FULL: 409,
  PRECONDITION_FAILED: 412,
  BATCH_TOO_LARGE: 413,
  RANGE_NOT_SATISFIABLE: 416,
  PACKAGE_NAME_CONFLICT: 422,
  INVALID_CONFIGURATION: 422,
  RATE_LIMITED: 429,
  DOWNLOAD_QUEUED: 429,
  INTERNAL: 500,
  WEB_INTERFACE_FAILED: 502,
  UPSTREAM_UNREACHABLE: 502,
  STORAGE_UNAVAILABLE: 503,
  STATION_STOPPING: 503,
  ORGANISATION_MOVED: 503,
  STORAGE_FULL: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** Codes that any endpoint may answer with, whatever it declares. */
export type AlwaysPossible =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'ROLE_REQUIRED'
  | 'RATE_LIMITED'
  | 'INTERNAL'
  | 'STORAGE_UNAVAILABLE'
  | 'STATION_STOPPING'
  | 'ORGANISATION_MOVED'
  | 'STORAGE_FULL';

/** An error code on the wire. */
export const errorCodeSchema = z
  .custom<ErrorCode>((value) => typeof value === 'string' && Object.hasOwn(ERROR_STATUS, value))
  .meta({ override: { type: 'string', enum: Object.keys(ERROR_STATUS) } });

/**
 * Where a request is wrong and why. `path` is dotted, empty for the whole body; query and path parameters are under
 * `query` and `path`.
 */
export const errorDetailSchema = z.object({
  path: z
    .string()
    .describe(
      'Dotted path of what is wrong, such as a field, a setting or the line of a file; empty for the whole body; under `query` or `path` for parameters.',
    ),
  message: z.string().describe('What is wrong with it, in English.'),
});

/** Entries that claim one package name for different Android binaries. Source: the API documentation, "Errors", rule 2. */
export const packageConflictSchema = z
  .object({
    packageName: field.packageName,
    applications: z
      .array(
        z.object({
          id: nullableString.describe('Id of the entry; null if it has none.'),
          packageName: field.packageName,
          codeVersion: nullableNumber.describe('Version code of the entry; null if it has none.'),
        }),
      )
      .describe('The entries that clash.'),
  })
  .meta({
    id: 'PackageConflict',
    description: 'Entries that assign one package name to different Android binaries.',
  });
export type PackageConflict = z.infer<typeof packageConflictSchema>;

/**
 * The body of every refusal. `error` and `message` hold the same text (the interface shows both forms); `code` is
 * stable and meant for programs.
 */
export const errorBodySchema = z
  .object({
    error: z.string().describe('The same text as `message`.'),
    message: z.string().describe('What went wrong, in English.'),
    code: errorCodeSchema.describe('Stable code of the reason.'),
    details: z.array(errorDetailSchema).optional().describe('Each field that is wrong.'),
    invalidIds: z
      .array(z.string())
      .optional()
      .describe('Ids that match no device, if a strict lookup was refused.'),
    conflicts: z
      .array(packageConflictSchema)
      .optional()
      .describe('Package names that are assigned to more than one Android binary.'),
    requestId: z.string().optional().describe('Id of the request, as in the log of the station.'),
  })
  .meta({ id: 'Error', description: 'The body of every refusal. `code` is stable and meant for programs.' });

export const failureSchema = errorBodySchema
  .pick({ code: true, message: true })
  .optional()
  .describe('Why it failed; absent if it succeeded.');
export type ErrorBody = z.infer<typeof errorBodySchema>;
export type ErrorDetail = z.infer<typeof errorDetailSchema>;
