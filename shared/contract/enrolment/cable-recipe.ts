import { z } from 'zod';

import { sha256Schema } from '../content/library.ts';
import { entityIdSchema } from '../ids.ts';
import { nameText, text, timeZoneSchema } from '../primitives.ts';

const componentSchema = text(255, 1).regex(/^[\w.]+\/[\w.$]+$/, 'Must be a component: package/class');
/** Never a path outside its folder, and no characters that a shell would interpret. */
const devicePathSchema = text(512, 2).regex(
  /^\/(?!.*\.\.)[\w./{} -]+$/,
  'Must be a whole path on the headset, without ".."',
);

/** `{url}`, `{fingerprint}`, `{file}` and `{package}` are filled in: never a secret. */
const extraSchema = z.object({
  name: text(128, 1)
    .regex(/^[\w.]+$/, 'Must be a name')
    .describe('Name shown to people.'),
  value: text(1_024)
    .refine((value) => !/\{(?:token|enrollmentToken|accessToken)\}/.test(value), {
      message: 'The token is never on a command line: the agent reads it from {file}',
    })
    .describe('Text in which `{url}`, `{fingerprint}`, `{file}` and `{package}` are filled in.'),
});

/**
 * How this agent receives URL, key and enrolment token: a file that only the cable writes, and a command with its path.
 * Only the file contains the token.
 */
const handOverSchema = z.object({
  file: devicePathSchema
    .default('/sdcard/Android/data/{package}/files/muster-enrol.json')
    .describe(
      'Path of the file on the headset; `{package}` is the agent’s package. Deleted once the headset has enrolled.',
    ),
  kind: z
    .enum(['activity', 'service', 'broadcast'])
    .default('broadcast')
    .describe('What the command starts.'),
  component: componentSchema.describe('Component to start, such as `org.example.agent/.Setup`.'),
  action: text(255, 1)
    .regex(/^[\w.]+$/, 'Must be an action')
    .nullable()
    .default(null)
    .describe('Action of the intent; null for none.'),
  extras: z.array(extraSchema).max(32).default([]).describe('Extras of the intent.'),
});

export const cableRecipeSchema = z
  .object({
    cart: text(64, 1).describe('Id or name of the cart whose free slots are filled.'),
    name: nameText(80, 1).describe('Name shown to people.'),
    models: z
      .array(text(128, 1))
      .max(50)
      .default([])
      .describe('Allowed models, by name or part of it; empty for any.'),
    minBattery: z.int().min(0).max(100).default(20).describe('Lowest charge to start with, in percent.'),
    agent: z
      .object({
        sha256: sha256Schema.describe('SHA-256 of the agent’s APK in the library.'),
        permissions: z
          .array(text(255, 1).regex(/^[\w.]+$/, 'Must be a permission'))
          .max(100)
          .default([])
          .describe('Android permissions to grant.'),
        appOps: z
          .array(
            z.object({
              operation: text(100, 1)
                .regex(/^[\w:.]+$/, 'Must be an operation')
                .describe('Name of the operation.'),
              mode: z
                .enum(['allow', 'ignore', 'deny', 'default', 'foreground'])
                .default('allow')
                .describe('Mode of the operation.'),
            }),
          )
          .max(50)
          .default([])
          .describe('Android app operations to set.'),
        deviceOwner: componentSchema
          .nullable()
          .default(null)
          .describe('Admin receiver of the agent; null if it does not become device owner.'),
      })
      .nullable()
      .describe('Agent to install; null: none, the station manages the headsets over adb.'),
    wifi: z
      .object({
        ssid: text(32, 1).describe('Name of the network (SSID).'),
        password: text(63, 8)
          .nullable()
          .optional()
          .describe('Write-only. Absent keeps the stored password, null means an open network.'),
      })
      .nullable()
      .default(null)
      .describe('Wi-Fi network to join; null for none.'),
    timezone: timeZoneSchema.nullable().default(null).describe('IANA time zone, such as `Europe/Paris`.'),
    locale: text(35, 2)
      .regex(/^[A-Za-z0-9-]+$/, 'Must be a language tag')
      .nullable()
      .default(null)
      .describe('BCP 47 language tag, such as `fr-FR`.'),
    contents: z.array(sha256Schema).max(200).default([]).describe('SHA-256 of the contents to copy.'),
    contentFolder: devicePathSchema
      .default('/sdcard/Muster')
      .describe('Folder on the headset for contents that are no applications.'),
    profileId: entityIdSchema.nullable().default(null).describe('Id of the profile; null for none.'),
    handOver: handOverSchema
      .nullable()
      .default(null)
      .describe('How the agent receives URL, key and enrolment token: a file, and a command that names it.'),
    stationUrl: z
      .url({ protocol: /^https?$/ })
      .max(2_048)
      .nullable()
      .default(null)
      .describe('URL given to headsets; null for the station’s own on the local network.'),
  })
  .refine(({ agent, handOver }) => (agent === null) === (handOver === null), {
    path: ['handOver'],
    message: 'An agent needs to be told where to enrol: give its component. Without an agent omit it',
  })
  .meta({ id: 'CableRecipe', description: 'How the headsets of a cart are prepared by cable.' });
export type CableRecipe = z.output<typeof cableRecipeSchema>;
