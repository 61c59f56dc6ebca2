import { z } from 'zod';

import { updateSettingsSchema, updateStateSchema } from '../../update-state.ts';
import { endpoint } from '../endpoint.ts';
import { noContent } from '../primitives.ts';
import * as field from '../fields.ts';

/** Describes the program that runs the station, and what a person may do with it in the interface. */
export const getProgram = endpoint('GET /station/program', {
  summary: 'Describe the program that runs the station',
  reply: z
    .object({
      version: z.string().describe('Version of Muster.'),
      canQuit: z.boolean().describe('Whether a person can quit the program in the interface.'),
      updates: z
        .enum(['here', 'package', 'elsewhere'])
        .describe(
          'How the program is updated: by the operations below `/station/program/updates`, by the package manager of the system, or elsewhere.',
        ),
    })
    .meta({ id: 'Program', description: 'The program that runs the station.' }),
});
export type Program = z.infer<typeof getProgram.reply>;

/**
 * Returns a URL that opens the interface once, for a second start of the program on the same data folder. Only on the
 * station’s own computer.
 */
export const openProgramWindow = endpoint('POST /station/program/window', {
  summary: 'Get a URL that opens the interface once',
  isAudited: false,
  reply: z.object({ url: field.url, version: z.string().describe('Version number.') }),
  errors: ['FORBIDDEN'],
});

/**
 * Stops the station and ends its program, after the reply. Only on the station’s own computer, and only where
 * `canQuit` is true; otherwise 409.
 */
export const quitProgram = endpoint('POST /station/program/quit', {
  summary: 'Stop the station and end its program',
  reply: noContent,
  errors: ['FORBIDDEN', 'CONFLICT'],
});

const updateState = updateStateSchema.meta({
  id: 'UpdateState',
  description: 'State of updates of the program.',
});

/** Returns the state of updates, where `updates` is `here`; otherwise 409. The same for the operations below. */
export const getUpdates = endpoint('GET /station/program/updates', {
  summary: 'Get the state of updates of the program',
  reply: updateState,
  errors: ['CONFLICT'],
});

/** Switches updates on or off and sets their source, then checks. */
export const setUpdates = endpoint('PUT /station/program/updates', {
  summary: 'Switch updates of the program on or off',
  body: updateSettingsSchema,
  reply: updateState,
  errors: ['FORBIDDEN', 'CONFLICT'],
});

/** Checks for a new version, and downloads and verifies it if the station is idle. */
export const checkForUpdates = endpoint('POST /station/program/updates/check', {
  summary: 'Check for a new version of the program',
  reply: updateState,
  errors: ['FORBIDDEN', 'CONFLICT'],
});

/**
 * Stops the station, and restarts it in the version that is ready, after the reply. If that is not ready within 30 s,
 * the version before starts again, with the data from before.
 */
export const installUpdate = endpoint('POST /station/program/updates/install', {
  summary: 'Restart the station in the new version',
  reply: updateState,
  errors: ['FORBIDDEN', 'CONFLICT'],
});
