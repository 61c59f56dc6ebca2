import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { noContent, nothing } from '../primitives.ts';

const common = {
  tag: 'station',
  isExtension: true,
  access: ['enterprise'],
  reach: 'administration',
  params: nothing,
  query: nothing,
  body: nothing,
} as const;

/** Describes the program that runs the station, and what a person may do with it in the interface. */
export const getProgram = endpoint({
  ...common,
  method: 'GET',
  path: '/station/program',
  summary: 'Describe the program that runs the station',
  reply: z
    .object({
      version: z.string(),
      /** False for a station that a service manager or the desktop app runs: it is stopped there. */
      canQuit: z.boolean(),
    })
    .meta({ id: 'Program' }),
  errors: [],
});
export type Program = z.infer<typeof getProgram.reply>;

/**
 * Returns a URL that opens the interface once, for a second start of the program on the same data folder. Only on the
 * station’s own computer.
 */
export const openProgramWindow = endpoint({
  ...common,
  method: 'POST',
  path: '/station/program/window',
  summary: 'Get a URL that opens the interface once',
  isAudited: false,
  reply: z.object({ url: z.string(), version: z.string() }),
  errors: ['FORBIDDEN'],
});

/**
 * Stops the station and ends its program, after the reply. Only on the station’s own computer, and only where
 * `canQuit` is true; otherwise 409.
 */
export const quitProgram = endpoint({
  ...common,
  method: 'POST',
  path: '/station/program/quit',
  summary: 'Stop the station and end its program',
  reply: noContent,
  errors: ['FORBIDDEN', 'CONFLICT'],
});
