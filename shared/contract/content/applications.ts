import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { bytesReply, nothing } from '../primitives.ts';

/** The most names that one lookup may carry. */
export const MAX_PACKAGE_NAMES = 500;

/**
 * The name of an Android package. Wider than Android's own rule, which wants a dot and no part that begins with a digit:
 * makers ship packages that break it. Source: developer.android.com/build/configure-app-module, "applicationId".
 */
export const packageNameSchema = z
  .string()
  .max(256)
  .regex(/^[A-Za-z]\w*(\.\w+)*$/, 'Not the name of an Android package');

/** What people call an application. `imageUrl` is an address of this station. */
const applicationDetailsSchema = z
  .object({ packageName: z.string(), name: z.string(), imageUrl: z.string() })
  .meta({ id: 'ApplicationDetails' });

/** The registered applications among those asked for, in the order asked, each once; the others are left out. */
export const lookUpApplications = endpoint({
  method: 'POST',
  path: '/apk-details/lookup',
  summary: 'Look up the names and images of applications by package name',
  tag: 'applications',
  isExtension: false,
  access: 'public',
  addressLimit: 120,
  params: nothing,
  query: nothing,
  body: z.object({ packageNames: z.array(packageNameSchema).max(MAX_PACKAGE_NAMES) }),
  reply: z.array(applicationDetailsSchema),
  errors: ['VALIDATION_FAILED', 'RATE_LIMITED', 'WEB_INTERFACE_FAILED'],
});

/** The image of an application, always WebP, at most 512 pixels wide and high. A malformed name is one that nobody knows: 404. */
export const getApplicationImage = endpoint({
  method: 'GET',
  path: '/apk-details/image/{packageName}',
  summary: 'Get the image of an application',
  tag: 'applications',
  isExtension: false,
  access: 'public',
  addressLimit: 600,
  params: z.object({ packageName: packageNameSchema }),
  query: nothing,
  body: nothing,
  reply: bytesReply,
  mediaType: 'image/webp',
  errors: ['NOT_FOUND', 'IMAGE_NOT_FOUND', 'RATE_LIMITED', 'WEB_INTERFACE_FAILED'],
});
