import { networkInterfaces } from 'node:os';

import { z } from 'zod';

import { CHECKS, ENROL } from '../../check-agent/index.ts';
import { givenFlags, UsageError, valuesOf } from '../flags.ts';

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

/** Returns null for help. @throws {UsageError} */
export function readOptions(args: string[]): Options | null {
  const flags = givenFlags(optionsSchema, args);
  if (flags['help'] === true) return null;
  const values = valuesOf(optionsSchema, flags);
  const { url = defaultUrl(), only, json } = values;
  const needsTls = CHECKS.filter(({ name, needsTls: isNeeded }) => isNeeded === true && only.includes(name));
  if (url.protocol === 'http:' && needsTls.length > 0)
    throw new UsageError(`--only ${needsTls.map(({ name }) => name).join(',')} needs an https address`);
  return {
    url,
    only,
    json,
    waitMs: values['wait-sec'] * 1_000,
    patienceMs: values['patience-sec'] * 1_000,
  };
}

/** The first address in a network; loopback if there is none. */
function defaultUrl(): URL {
  const address = Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
  return new URL(`https://${address ?? '127.0.0.1'}:${DEFAULT_PORT}`);
}
