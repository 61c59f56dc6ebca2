import { networkInterfaces } from 'node:os';
import { parseArgs } from 'node:util';

import { z } from 'zod';

import { CHECKS, ENROL } from '../../check-agent/index.ts';
import { UsageError } from '../simulate-flags.ts';

const names = [ENROL, ...CHECKS.map(({ name }) => name)];
const DEFAULT_PORT = 7_450;

export const HELP = `Usage: npm run check-agent -- [flags]

Plays the station to an agent and says, check by check, what it does and what it does not do.
Start it, then enrol the agent at the address that it prints: by the code, or with both tokens.
Nothing else is needed, and no internet. docs/agents.md describes what an agent does.

  --url URL            the address at which the agent reaches this computer, and where the check listens:
                       https://192.168.1.20:7450, or http://127.0.0.1:7450 for an agent on this computer, without the
                       check of the key. Port 0: any free one (default: https at this computer’s first address, ${DEFAULT_PORT})
  --only A,B,…         only these checks, always after ${ENROL}:
                       ${names.join(', ')}
  --wait-sec SEC       how long to wait until the agent enrols (default 600)
  --patience-sec SEC   how long the agent may take for one step (default 90)
  --json               one line of JSON for each result on standard output
  --help               this text

Exit codes: 0 every check passed, 1 a check failed or could not be run, 2 wrong usage.
`;

const seconds = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a whole number of seconds')
  .transform(Number)
  .pipe(z.int().min(1, 'must be at least 1'));

const optionsSchema = z.object({
  url: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://192.168.1.20:7450' })
    .transform((text) => new URL(text))
    .optional(),
  only: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(names, `must be some of ${names.join(', ')}`)))
    .default([]),
  'wait-sec': seconds.default(600),
  'patience-sec': seconds.default(90),
  json: z.boolean().default(false),
});

/** A parsed command line of `check-agent`; times in ms. */
export type Options = Readonly<{
  url: URL;
  only: readonly string[];
  waitMs: number;
  patienceMs: number;
  json: boolean;
}>;

const FLAGS = {
  url: { type: 'string' },
  only: { type: 'string' },
  'wait-sec': { type: 'string' },
  'patience-sec': { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** Returns null for help. @throws {UsageError} */
export function readOptions(args: string[]): Options | null {
  const values = readFlags(args);
  if (values['help'] === true) return null;
  const read = optionsSchema.safeParse(values);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new UsageError(`--${String(issue?.path[0] ?? '')} ${issue?.message ?? ''}`);
  }
  const { url = defaultUrl(), only, json } = read.data;
  const needsTls = CHECKS.filter(({ name, needsTls: isNeeded }) => isNeeded === true && only.includes(name));
  if (url.protocol === 'http:' && needsTls.length > 0)
    throw new UsageError(`--only ${needsTls.map(({ name }) => name).join(',')} needs an https address`);
  return {
    url,
    only,
    json,
    waitMs: read.data['wait-sec'] * 1_000,
    patienceMs: read.data['patience-sec'] * 1_000,
  };
}

function readFlags(args: string[]): Record<string, unknown> {
  try {
    return { ...parseArgs({ args, options: FLAGS, strict: true, allowPositionals: false }).values };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** The first address in a network; loopback if there is none. */
function defaultUrl(): URL {
  const address = Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
  return new URL(`https://${address ?? '127.0.0.1'}:${DEFAULT_PORT}`);
}
