import { z } from 'zod';

import { networkFaults } from '../configuration/settings/wifi-rules.ts';
import { endpoint } from '../endpoint.ts';
import { instantSchema, text, nullableNumber, nullableString } from '../primitives.ts';
import * as field from '../fields.ts';
import { cableRecipeSchema } from './cable-recipe.ts';

/** The steps of preparing a headset by cable, in order. */
export const CABLE_STEPS = [
  'check',
  'agent',
  'permissions',
  'owner',
  'wifi',
  'region',
  'contents',
  'enrol',
] as const;
export type CableStep = (typeof CABLE_STEPS)[number];

/** The reason why a step failed. `words` is the output of the tool. */
export const CABLE_FAILURES = [
  'UNPLUGGED',
  'NOT_ANSWERING',
  'WRONG_MODEL',
  'TOO_OLD',
  'BATTERY_LOW',
  'NO_ROOM',
  'NO_FREE_SLOT',
  'CONTENT_MISSING',
  'COMMAND_FAILED',
  'INSTALL_FAILED',
  'OWNER_REFUSED',
  'WIFI_NOT_JOINED',
  'DIGEST_WRONG',
  'AGENT_DID_NOT_ENROL',
  'MANAGED_ELSEWHERE',
  'CANNOT_WRITE',
] as const;
export type CableFailure = (typeof CABLE_FAILURES)[number];

/** What to do about it, as far as the tool's output reveals it. */
export const CABLE_ADVICE = [
  'FREE_SPACE',
  'REMOVE_OTHER_SIGNER',
  'REMOVE_NEWER',
  'UPDATE_HEADSET',
  'OTHER_BUILD',
  'BAD_FILE',
  'TEST_BUILD',
  'ALLOW_INSTALLS',
  'CONFLICTING_APP',
  'MISSING_LIBRARY',
  'RETRY',
  'REMOVE_ACCOUNTS',
  'REMOVE_OWNER',
  'REMOVE_USERS',
  'RESET_HEADSET',
  'CHECK_ADMIN',
  'ALLOW_OWNER',
] as const;
export type CableAdvice = (typeof CABLE_ADVICE)[number];

/** Progress of one step of a headset. */
export const cableStepSchema = z.object({
  step: z.enum(CABLE_STEPS).describe('Name of the step.'),
  state: z
    .enum(['pending', 'running', 'done', 'unchanged', 'notWanted', 'failed'])
    .describe('State of the step.'),
  startedAtMs: nullableNumber.describe(
    'When the step started, in milliseconds since 1970 UTC; null if it has not.',
  ),
  endedAtMs: nullableNumber.describe(
    'When the step ended, in milliseconds since 1970 UTC; null if it has not.',
  ),
  progress: nullableNumber.describe('Share that is done, 0 to 1; null if unknown.'),
  failure: z.enum(CABLE_FAILURES).nullable().describe('Why the step failed; null if it did not.'),
  advice: z.enum(CABLE_ADVICE).nullable().describe('What to do about it; null if unknown.'),
  words: nullableString.describe('Output of the tool, without secrets; null if none.'),
});

/**
 * State of a headset at a cable. `debuggingOff`: the computer detects it, adb does not. `revoked`: an enrolled one that no
 * longer allows this computer. `mode`: recovery, sideload or bootloader. `known`: enrolled already. `changed`: one with its serial number is, with another Android ID: it was reset, or is another headset. `ready`: it enrolled over the network and confirmed its profile.
 */
export const CABLE_STATES = [
  'connecting',
  'debuggingOff',
  'unauthorized',
  'revoked',
  'offline',
  'noPermission',
  'mode',
  'free',
  'known',
  'changed',
  'queued',
  'running',
  'failed',
  'unplugged',
  'enrolled',
  'ready',
] as const;

const cableHeadsetSchema = z
  .object({
    serial: z.string().describe('Serial number; adb’s name for it if it cannot be read yet.'),
    model: field.model,
    state: z
      .enum(CABLE_STATES)
      .describe(
        '`debuggingOff`: seen by the computer, not by adb; `mode`: in recovery, sideload or bootloader; `known`: already enrolled; `changed`: the serial number of an enrolled headset with another Android ID; `ready`: enrolled, with its profile confirmed.',
      ),
    slot: z
      .object({ id: field.id, label: field.label })
      .nullable()
      .describe('Slot it is assigned; null if none yet.'),
    steps: z.array(cableStepSchema).describe('Steps in order.'),
  })
  .meta({ id: 'CableHeadset', description: 'A headset at a cable, and how far it has come.' });
export type CableHeadset = z.output<typeof cableHeadsetSchema>;

const cableViewSchema = z.object({
  adb: z
    .object({
      state: z
        .enum(['ready', 'missing', 'failed'])
        .describe('`missing`: not installed; `failed`: it does not start.'),
      platform: z.string().describe('Operating system of this computer.'),
      isOwn: z.boolean().describe('True if Muster started the adb server, and will stop it.'),
      words: nullableString.describe('Output of the tool, without secrets; null if none.'),
      isContested: z
        .boolean()
        .describe('True while another program keeps ending the server, as an adb of another version does.'),
    })
    .describe('The adb tool on this computer.'),
  isRunning: z.boolean().describe('True while it runs.'),
  cart: nullableString.describe('Id or name of the cart that is being filled, or was last; null if none.'),
  nextSlot: z
    .object({ id: field.id, label: field.label })
    .nullable()
    .describe('The slot that the next headset gets; null if none is free or nothing was started.'),
  hubs: z
    .array(
      z.object({
        id: z.string().describe('Identifier; `none` for headsets whose port the system does not report.'),
        isDark: z
          .boolean()
          .describe('True if all its headsets vanished at once, as when it loses its power.'),
        ports: z
          .array(
            z.object({
              number: z.int().describe('Number of the port, counted from 1.'),
              key: z.string().describe('Identity of the port.'),
              headset: cableHeadsetSchema.nullable().describe('Headset at the port; null if none.'),
            }),
          )
          .describe('Ports of the hub.'),
      }),
    )
    .describe('USB hubs; `none` holds headsets whose port is unknown.'),
  away: z.array(cableHeadsetSchema).describe('Headsets of this run that are unplugged now.'),
});
export type CableView = z.output<typeof cableViewSchema>;

/**
 * Returns the headsets connected to this computer by cable, by hub and port, with their progress. Starts looking for
 * adb.
 */
export const getCable = endpoint('GET /station/cable', {
  summary: 'List the headsets connected by cable',
  tag: 'enrolment',
  reply: cableViewSchema,
});

/** Returns the recipe of a cart; null if it has none. Never includes the Wi-Fi password. */
export const getCableRecipe = endpoint('GET /station/cable/recipe', {
  summary: 'Read the recipe of a cart',
  tag: 'enrolment',
  query: z.object({ cart: text(64, 1) }),
  reply: z.object({
    recipe: cableRecipeSchema.nullable().describe('The recipe; null if the cart has none.'),
    hasWifiPassword: z.boolean().describe('True if a Wi-Fi password is stored.'),
    agent: z
      .object({
        name: field.name,
        packageName: field.packageName,
        versionName: nullableString.describe('Android version name; null if not reported.'),
        versionCode: z.int().describe('Android version code; null if not reported.'),
        signer: nullableString.describe('SHA-256 of the certificate that signed the APK; null if not read.'),
      })
      .nullable()
      .describe('Agent to install; null if not in the library.'),
  }),
  errors: ['VALIDATION_FAILED'],
});

/** Saves the recipe of a cart in place of the previous one. */
export const setCableRecipe = endpoint('PUT /station/cable/recipe', {
  summary: 'Save the recipe of a cart',
  tag: 'enrolment',
  body: cableRecipeSchema.check(({ value: { wifi }, issues }) => {
    for (const { path, message } of wifi === null ? [] : networkFaults(wifi))
      issues.push({ code: 'custom', input: wifi, path: ['wifi', path], message });
  }),
  reply: cableRecipeSchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
});

/** Returns what each connected headset lacks of a cart's recipe. Changes nothing on any of them. */
export const previewCable = endpoint('POST /station/cable/preview', {
  summary: 'Preview the steps for the connected headsets',
  tag: 'enrolment',
  isRead: true,
  body: z.object({ cart: text(64, 1).describe('Id or name of the cart; null if none.') }),
  reply: field.listOf(
    z.object({
      serial: z.string().describe('Serial number; adb’s name for it if it cannot be read yet.'),
      model: field.model,
      steps: z
        .array(
          z.object({
            step: z.enum(CABLE_STEPS).describe('Name of the step.'),
            state: z.enum(['todo', 'unchanged', 'notWanted', 'blocked']).describe('State of the step.'),
            failure: z.enum(CABLE_FAILURES).nullable().describe('Why the step failed; null if it did not.'),
            advice: z.enum(CABLE_ADVICE).nullable().describe('What to do about it; null if unknown.'),
            words: nullableString.describe(
              'What is to be done, or the obstacle, as the headset reports it; null if none.',
            ),
          }),
        )
        .describe('What is to be done, step by step.'),
    }),
  ),
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
});

/** Prepares every headset that is connected now or later, 16 at a time, until it is stopped. */
export const startCable = endpoint('POST /station/cable/start', {
  summary: 'Prepare the headsets connected by cable',
  tag: 'enrolment',
  body: z.object({ cart: text(64, 1).describe('Id or name of the cart; null if none.') }),
  reply: cableViewSchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT', 'FORBIDDEN', 'LAN_ADDRESS_UNKNOWN'],
});

/** Starts no further headset; those in progress finish. */
export const stopCable = endpoint('POST /station/cable/stop', {
  summary: 'Pause preparing by cable',
  tag: 'enrolment',
  reply: cableViewSchema,
});

/** Retries a headset from the step that failed. `takesOver`: also if another station manages it. */
export const retryCable = endpoint('POST /station/cable/retry', {
  summary: 'Retry a headset from its failed step',
  tag: 'enrolment',
  body: z.object({
    serial: text(128, 1).describe('Serial number; adb’s name for it if it cannot be read yet.'),
    takesOver: z
      .boolean()
      .default(false)
      .describe('True: also if another station manages the headset, which then leaves it alone.'),
  }),
  reply: cableViewSchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT'],
});

/** Assigns a certain slot to a connected headset, as when its label was scanned, instead of the next free one. */
export const setCableSlot = endpoint('PUT /station/cable/slot', {
  summary: 'Choose the slot of a headset connected by cable',
  tag: 'enrolment',
  body: z.object({
    serial: text(128, 1).describe('Serial number; adb’s name for it if it cannot be read yet.'),
    deviceId: text(64, 1).describe('Id of the device record.'),
  }),
  reply: cableViewSchema,
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND', 'NOT_FOUND', 'CONFLICT'],
});

/** The work done on a headset by cable, for the acceptance sheet. */
export const cableProofSchema = z.object({
  serial: z.string().describe('Serial number; adb’s name for it if it cannot be read yet.'),
  preparedAt: instantSchema.describe('When it was prepared by cable.'),
  steps: z
    .array(
      z.object({
        step: z.enum(CABLE_STEPS).describe('Name of the step.'),
        isUnchanged: z.boolean().describe('True if nothing had to be done.'),
      }),
    )
    .describe('Steps that were done or needed no change.'),
});
