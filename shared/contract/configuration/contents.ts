import { z } from 'zod';

import { bulkResultSchema } from '../devices/devices.ts';
import { endpoint } from '../endpoint.ts';
import { text } from '../primitives.ts';
import {
  applicationSchema,
  COMPUTED,
  COMPUTED_OF_APPLICATION,
  fileInputSchema,
  MAX_ENTRIES,
  videoSchema,
} from './settings/settings-entries.ts';
import * as field from '../fields.ts';

/** Identity of a content, as in its `deployment`: its id or, for a file without one, its url. */
const contentParams = z.object({ contentId: text(4_096, 1) });

const devicesId = z.array(z.string()).describe('Ids of the device records.');

/** `devices` = number of devices that have the content. */
const contentReply = z
  .object({ success: field.success, devices: field.devices })
  .meta({ id: 'ContentResult', description: 'On how many devices the content was changed.' });

/** `unknownModels` = models in the filter that no headset of the caller has; absent if there are none. */
const applicationReply = contentReply
  .extend({
    unknownModels: z
      .array(z.string())
      .optional()
      .describe('Models in the filter that no headset of the caller has; absent if there are none.'),
  })
  .meta({ id: 'ApplicationResult', description: 'On how many devices the application was changed.' });

const common = { tag: 'configuration', isExtension: false } as const;

/**
 * Removes a content from every device of the caller. Refused as a whole if it is the application of an active kiosk.
 */
export const removeContentEverywhere = endpoint('DELETE /contents/{contentId}/all', {
  ...common,
  summary: 'Remove an application, video or file from all devices',
  params: contentParams,
  reply: contentReply,
  errors: ['VALIDATION_FAILED', 'INVALID_CONFIGURATION'],
});

/** Removes a content from these devices. Ids that match no device are skipped. */
export const removeContent = endpoint('DELETE /contents/{contentId}', {
  ...common,
  summary: 'Remove an application, video or file from some devices',
  params: contentParams,
  body: z.object({ devicesId }),
  reply: contentReply,
  errors: ['VALIDATION_FAILED', 'BATCH_TOO_LARGE', 'INVALID_CONFIGURATION'],
});

/** Model names, separated by commas. A repeated parameter adds to them. */
const modelsQuery = z
  .union([z.string(), z.array(z.string())])
  .transform((input) => [input].flat().flatMap((each) => each.split(',').map((name) => name.trim())))
  .pipe(z.array(text(128, 1)))
  .optional()
  .meta({
    override: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 128 }, minItems: 1 },
  });

/**
 * Changes an application wherever it is assigned. Absent fields stay unchanged, except `expirationDate`, where null
 * or absence removes the limit. `version` is another name for `codeVersion`. Refused as a whole if one package name
 * would then mean two binaries. The reply names models that no headset has, since they were probably mistyped.
 * Source: the API documentation, "Contents".
 */
export const updateApplication = endpoint('PUT /contents/applications/{contentId}', {
  ...common,
  summary: 'Change an application on all devices',
  params: contentParams,
  query: z.object({ models: modelsQuery }),
  body: applicationSchema
    .omit({ id: true, ...COMPUTED_OF_APPLICATION })
    .extend({ version: z.number().optional().describe('Another name for `codeVersion`.') })
    .refine(({ version, codeVersion = version }) => version === undefined || version === codeVersion, {
      path: ['version'],
      message: 'Must be the same as codeVersion, of which it is another name',
    }),
  needsBody: true,
  reply: applicationReply,
  errors: ['VALIDATION_FAILED', 'PACKAGE_NAME_CONFLICT', 'INVALID_CONFIGURATION'],
});

/** Changes a video wherever it is assigned, by the same rules. */
export const updateVideo = endpoint('PUT /contents/videos/{contentId}', {
  ...common,
  summary: 'Change a video on all devices',
  params: contentParams,
  body: videoSchema.omit({ id: true, ...COMPUTED }),
  needsBody: true,
  reply: contentReply,
  errors: ['VALIDATION_FAILED'],
});

/** Refuses entries with the same identity and different fields. */
function agree<Entry>(key: (entry: Entry) => string, content: (entry: Entry) => string) {
  return (entries: readonly Entry[], context: z.core.$RefinementCtx<readonly Entry[]>): void => {
    const known = new Map<string, string>();
    for (const [index, entry] of entries.entries()) {
      const before = known.get(key(entry)) ?? content(entry);
      known.set(key(entry), before);
      if (before !== content(entry)) {
        context.addIssue({ code: 'custom', path: [index], message: 'Listed twice with different URLs' });
      }
    }
  };
}

const patch = {
  devicesId,
  force: z
    .boolean()
    .optional()
    .describe('True to have the headset download the entries again, even if unchanged.'),
};

/**
 * Adds files to devices or changes those they have. A file is identified by its id or, without one, by its url;
 * absent fields stay unchanged. Source: the API documentation, `PATCH /devices/files`.
 */
export const patchFiles = endpoint('PATCH /devices/files', {
  ...common,
  summary: 'Add or change files on many devices',
  body: z.object({
    ...patch,
    files: z
      .array(fileInputSchema)
      .max(MAX_ENTRIES)
      .superRefine(
        agree(
          ({ id, url }) => id ?? url,
          ({ url }) => url,
        ),
      )
      .describe('Assigned files.'),
  }),
  reply: z.array(bulkResultSchema),
  errors: ['VALIDATION_FAILED', 'BATCH_TOO_LARGE'],
});

/** Removes files, by id or url, from devices. A file that a device does not have counts as removed. */
export const removeFiles = endpoint('DELETE /devices/files', {
  ...common,
  summary: 'Remove files from many devices',
  body: z.object({ devicesId, files: z.array(text(4_096, 1)).max(MAX_ENTRIES).describe('Assigned files.') }),
  reply: z.array(bulkResultSchema),
  errors: ['VALIDATION_FAILED', 'BATCH_TOO_LARGE'],
});

/** Adds videos to devices or changes those they have, by id. Absent fields stay unchanged. */
export const patchVideos = endpoint('PATCH /devices/videos', {
  ...common,
  summary: 'Add or change videos on many devices',
  body: z.object({
    ...patch,
    videos: z
      .array(videoSchema.omit(COMPUTED).extend({ url: text(4_096).describe('URL, with scheme and host.') }))
      .max(MAX_ENTRIES)
      .superRefine(
        agree(
          ({ id }) => id,
          ({ url }) => url,
        ),
      )
      .describe('Assigned videos.'),
  }),
  reply: z.array(bulkResultSchema),
  errors: ['VALIDATION_FAILED', 'BATCH_TOO_LARGE'],
});
