import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { bytesReply } from '../primitives.ts';
import * as field from '../fields.ts';

/** Maximum number of names per lookup. */
export const MAX_PACKAGE_NAMES = 500;

/**
 * An Android package name. Wider than Android's own rule, which requires a dot and no part that begins with a digit,
 * because manufacturers ship packages that break it. Source: developer.android.com/build/configure-app-module,
 * "applicationId".
 */
export const packageNameSchema = z
  .string()
  .max(256)
  .regex(/^[A-Za-z]\w*(\.\w+)*$/, 'Not the name of an Android package');

/** Name and image of an application. `imageUrl` is a URL of this station. */
const applicationDetailsSchema = z
  .object({
    packageName: field.packageName,
    name: z.string().describe('Name of the application.'),
    imageUrl: z.string().describe('URL of the image on this station.'),
  })
  .meta({ id: 'ApplicationDetails', description: 'Name and image of an application.' });

/** Returns the registered applications among those requested, each once, in the order of the request. */
export const lookUpApplications = endpoint('POST /apk-details/lookup', {
  summary: 'Look up the names and images of applications by package name',
  tag: 'applications',
  isExtension: false,
  access: 'public',
  addressLimit: 120,
  body: z.object({
    packageNames: z
      .array(packageNameSchema)
      .max(MAX_PACKAGE_NAMES)
      .describe('Package names to look up, at most 500.'),
  }),
  reply: z.array(applicationDetailsSchema),
  errors: ['VALIDATION_FAILED', 'RATE_LIMITED', 'WEB_INTERFACE_FAILED'],
});

/**
 * Returns the image of an application, always WebP, at most 512 × 512 pixels. A malformed name is treated as unknown:
 * 404.
 */
export const getApplicationImage = endpoint('GET /apk-details/image/{packageName}', {
  summary: 'Get the image of an application',
  tag: 'applications',
  isExtension: false,
  access: 'public',
  addressLimit: 600,
  params: z.object({ packageName: packageNameSchema }),
  reply: bytesReply,
  mediaType: 'image/webp',
  errors: ['NOT_FOUND', 'IMAGE_NOT_FOUND', 'RATE_LIMITED', 'WEB_INTERFACE_FAILED'],
});
