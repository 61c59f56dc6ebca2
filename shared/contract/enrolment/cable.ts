import { z } from 'zod';

import { networkFaults } from '../configuration/settings/wifi-rules.ts';
import { sha256Schema } from '../content/library.ts';
import { endpoint } from '../endpoint.ts';
import { entityIdSchema } from '../ids.ts';
import { instantSchema, nameText, nothing, text, timeZoneSchema } from '../primitives.ts';

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

const common = {
  tag: 'enrolment',
  isExtension: true,
  access: ['enterprise'],
  reach: 'administration',
} as const;

const componentSchema = text(255, 1).regex(/^[\w.]+\/[\w.$]+$/, 'Must be a component: package/class');
/** Never a path outside its folder, and no characters that a shell would interpret. */
const devicePathSchema = text(512, 2).regex(
  /^\/(?!.*\.\.)[\w./{} -]+$/,
  'Must be a whole path on the headset, without ".."',
);

/** `{url}`, `{fingerprint}`, `{file}` and `{package}` are filled in: never a secret. */
const extraSchema = z.object({
  name: text(128, 1).regex(/^[\w.]+$/, 'Must be a name'),
  value: text(1_024).refine((value) => !/\{(?:token|enrollmentToken|accessToken)\}/.test(value), {
    message: 'The token is never on a command line: the agent reads it from {file}',
  }),
});

/**
 * How this agent receives URL, key and enrolment token: a file that only the cable writes, and a command with its path.
 * Only the file contains the token.
 */
const handOverSchema = z.object({
  /** Path of the file on the headset; `{package}` is the agent's package. Removed when the headset has enrolled. */
  file: devicePathSchema.default('/sdcard/Android/data/{package}/files/muster-enrol.json'),
  kind: z.enum(['activity', 'service', 'broadcast']).default('broadcast'),
  component: componentSchema,
  action: text(255, 1)
    .regex(/^[\w.]+$/, 'Must be an action')
    .nullable()
    .default(null),
  extras: z.array(extraSchema).max(32).default([]),
});

/** The target state of the headsets of a cart that are prepared by cable. */
export const cableRecipeSchema = z
  .object({
    /** Id or name of the cart whose free slots are filled. */
    cart: text(64, 1),
    name: nameText(80, 1),
    /** Models by their name or a part of it; empty = any. */
    models: z.array(text(128, 1)).max(50).default([]),
    /** Percent. Below it preparing does not start. */
    minBattery: z.int().min(0).max(100).default(20),
    /** The agent that is installed; null = none: this station manages the headsets over adb. */
    agent: z
      .object({
        /** Of an application in the library. */
        sha256: sha256Schema,
        permissions: z
          .array(text(255, 1).regex(/^[\w.]+$/, 'Must be a permission'))
          .max(100)
          .default([]),
        appOps: z
          .array(
            z.object({
              operation: text(100, 1).regex(/^[\w:.]+$/, 'Must be an operation'),
              mode: z.enum(['allow', 'ignore', 'deny', 'default', 'foreground']).default('allow'),
            }),
          )
          .max(50)
          .default([]),
        /** The agent's admin receiver; null = it does not become device owner. */
        deviceOwner: componentSchema.nullable().default(null),
      })
      .nullable(),
    wifi: z
      .object({
        ssid: text(32, 1),
        /** Written, never read: absent keeps the stored one, null = an open network. */
        password: text(63, 8).nullable().optional(),
      })
      .nullable()
      .default(null),
    /** IANA name. */
    timezone: timeZoneSchema.nullable().default(null),
    /** BCP 47. */
    locale: text(35, 2)
      .regex(/^[A-Za-z0-9-]+$/, 'Must be a language tag')
      .nullable()
      .default(null),
    /** Contents of the library that are copied over the cable, by digest. */
    contents: z.array(sha256Schema).max(200).default([]),
    /** Folder on the headset for contents other than applications. */
    contentFolder: devicePathSchema.default('/sdcard/Muster'),
    /** The profile that is assigned to the slots. */
    profileId: entityIdSchema.nullable().default(null),
    /** How the agent is told where to enrol; null without an agent. */
    handOver: handOverSchema.nullable().default(null),
    /** The URL that headsets are given; null = the station's own on the local network. */
    stationUrl: z
      .url({ protocol: /^https?$/ })
      .max(2_048)
      .nullable()
      .default(null),
  })
  .refine(({ agent, handOver }) => (agent === null) === (handOver === null), {
    path: ['handOver'],
    message: 'An agent needs to be told where to enrol: give its component. Without an agent omit it',
  })
  .meta({ id: 'CableRecipe' });
export type CableRecipe = z.output<typeof cableRecipeSchema>;

/** Progress of one step of a headset. */
export const cableStepSchema = z.object({
  step: z.enum(CABLE_STEPS),
  state: z.enum(['pending', 'running', 'done', 'unchanged', 'notWanted', 'failed']),
  startedAtMs: z.number().nullable(),
  endedAtMs: z.number().nullable(),
  /** 0 to 1. */
  progress: z.number().nullable(),
  failure: z.enum(CABLE_FAILURES).nullable(),
  advice: z.enum(CABLE_ADVICE).nullable(),
  /** Output of the tool, without secrets. */
  words: z.string().nullable(),
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
    /** Its serial number; while that cannot be read, adb's name for it. */
    serial: z.string(),
    model: z.string().nullable(),
    state: z.enum(CABLE_STATES),
    /** Its slot, or the one that is reserved for it until it is authorised. */
    slot: z.object({ id: z.string(), label: z.string().nullable() }).nullable(),
    steps: z.array(cableStepSchema),
  })
  .meta({ id: 'CableHeadset' });
export type CableHeadset = z.output<typeof cableHeadsetSchema>;

const cableViewSchema = z.object({
  adb: z.object({
    /** `missing`: no adb on this computer. `failed`: adb exists and does not start; `words` has the reason. */
    state: z.enum(['ready', 'missing', 'failed']),
    platform: z.string(),
    /** True if Muster started the server, and will stop it. */
    isOwn: z.boolean(),
    words: z.string().nullable(),
    /** True while another program keeps ending the server, as an adb of another version does. */
    isContested: z.boolean(),
  }),
  /** True while connected headsets are being prepared. */
  isRunning: z.boolean(),
  /** The cart that is being filled, or was last. */
  cart: z.string().nullable(),
  /** The slot of the next headset; null if none is free, or preparing was not started. */
  nextSlot: z.object({ id: z.string(), label: z.string().nullable() }).nullable(),
  hubs: z.array(
    z.object({
      /** `none`: headsets whose port the system does not report. */
      id: z.string(),
      /** True if all its headsets vanished at once, as when it loses its power. */
      isDark: z.boolean(),
      ports: z.array(z.object({ number: z.int(), key: z.string(), headset: cableHeadsetSchema.nullable() })),
    }),
  ),
  /** Headsets of this run that are not connected now. */
  away: z.array(cableHeadsetSchema),
});
export type CableView = z.output<typeof cableViewSchema>;

/**
 * Returns the headsets connected to this computer by cable, by hub and port, with their progress. Starts looking for
 * adb.
 */
export const getCable = endpoint({
  ...common,
  method: 'GET',
  path: '/station/cable',
  summary: 'List the headsets connected by cable',
  params: nothing,
  query: nothing,
  body: nothing,
  reply: cableViewSchema,
  errors: [],
});

/** Returns the recipe of a cart; null if it has none. Never includes the Wi-Fi password. */
export const getCableRecipe = endpoint({
  ...common,
  method: 'GET',
  path: '/station/cable/recipe',
  summary: 'Read the recipe of a cart',
  params: nothing,
  query: z.object({ cart: text(64, 1) }),
  body: nothing,
  reply: z.object({
    recipe: cableRecipeSchema.nullable(),
    hasWifiPassword: z.boolean(),
    /** The facts in the agent's APK; `signer` is the SHA-256 of its certificate, null if it could not be read. */
    agent: z
      .object({
        name: z.string(),
        packageName: z.string(),
        versionName: z.string().nullable(),
        versionCode: z.int(),
        signer: z.string().nullable(),
      })
      .nullable(),
  }),
  errors: ['VALIDATION_FAILED'],
});

/** Saves the recipe of a cart in place of the previous one. */
export const setCableRecipe = endpoint({
  ...common,
  method: 'PUT',
  path: '/station/cable/recipe',
  summary: 'Save the recipe of a cart',
  params: nothing,
  query: nothing,
  body: cableRecipeSchema.check(({ value: { wifi }, issues }) => {
    for (const { path, message } of wifi === null ? [] : networkFaults(wifi))
      issues.push({ code: 'custom', input: wifi, path: ['wifi', path], message });
  }),
  reply: cableRecipeSchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
});

/** Returns what each connected headset lacks of a cart's recipe. Changes nothing on any of them. */
export const previewCable = endpoint({
  ...common,
  method: 'POST',
  path: '/station/cable/preview',
  summary: 'Preview the steps for the connected headsets',
  isRead: true,
  params: nothing,
  query: nothing,
  body: z.object({ cart: text(64, 1) }),
  reply: z.object({
    items: z.array(
      z.object({
        serial: z.string(),
        model: z.string().nullable(),
        steps: z.array(
          z.object({
            step: z.enum(CABLE_STEPS),
            state: z.enum(['todo', 'unchanged', 'notWanted', 'blocked']),
            failure: z.enum(CABLE_FAILURES).nullable(),
            advice: z.enum(CABLE_ADVICE).nullable(),
            /** The work to do, or the obstacle, as the headset reports it. */
            words: z.string().nullable(),
          }),
        ),
      }),
    ),
  }),
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
});

/** Prepares every headset that is connected now or later, 16 at a time, until it is stopped. */
export const startCable = endpoint({
  ...common,
  method: 'POST',
  path: '/station/cable/start',
  summary: 'Prepare the headsets connected by cable',
  params: nothing,
  query: nothing,
  body: z.object({ cart: text(64, 1) }),
  reply: cableViewSchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT', 'FORBIDDEN', 'LAN_ADDRESS_UNKNOWN'],
});

/** Starts no further headset; those in progress finish. */
export const stopCable = endpoint({
  ...common,
  method: 'POST',
  path: '/station/cable/stop',
  summary: 'Pause preparing by cable',
  params: nothing,
  query: nothing,
  body: nothing,
  reply: cableViewSchema,
  errors: [],
});

/** Retries a headset from the step that failed. `takesOver`: also if another station manages it. */
export const retryCable = endpoint({
  ...common,
  method: 'POST',
  path: '/station/cable/retry',
  summary: 'Retry a headset from its failed step',
  params: nothing,
  query: nothing,
  body: z.object({ serial: text(128, 1), takesOver: z.boolean().default(false) }),
  reply: cableViewSchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT'],
});

/** Assigns a certain slot to a connected headset, as when its label was scanned, instead of the next free one. */
export const setCableSlot = endpoint({
  ...common,
  method: 'PUT',
  path: '/station/cable/slot',
  summary: 'Choose the slot of a headset connected by cable',
  params: nothing,
  query: nothing,
  body: z.object({ serial: text(128, 1), deviceId: text(64, 1) }),
  reply: cableViewSchema,
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND', 'NOT_FOUND', 'CONFLICT'],
});

/** The work done on a headset by cable, for the acceptance sheet. */
export const cableProofSchema = z.object({
  serial: z.string(),
  preparedAt: instantSchema,
  /** Steps that were done or needed no change. */
  steps: z.array(z.object({ step: z.enum(CABLE_STEPS), isUnchanged: z.boolean() })),
});
