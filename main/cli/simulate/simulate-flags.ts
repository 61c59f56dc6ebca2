import { z } from 'zod';

import { LINK_FAULTS } from '../../simulator/index.ts';
import { givenFlags, UsageError, valuesOf } from '../flags.ts';

export const HELP = `Usage: npm run simulate -- [flags]

Simulates headsets that enrol at a station and report to it until Ctrl C.

  --station URL        the station (default: the one running on the data folder, else http://127.0.0.1:7440)
  --discover           the headsets find the station by mDNS and connect over HTTPS, with its key pinned
  --lan-interface NAME search on this network only (default: all)
  --count N            number of headsets, 1 to 5000 (default 30; with --code-from-slots: every free slot)
  --code-from-slots    type the codes of free slots; otherwise create slots
  --lan-url URL        where the headsets reach the station over the local network, such as https://192.168.1.20:7443;
                       they pin the key that they see first. Slots and codes still come from --station
  --pair               the headsets have no token: they type codes and pair with the station. Needs --lan-url or
                       --discover
  --codes A,B,…        type these codes, one headset each, and pair; needs no token and no --station.
                       With --discover: the station that answers first, or the one with --fingerprint
  --fingerprint TEXT   the expected key of the station, from its QR code (default: the first one seen)
  --token-file FILE    file with an enterprise token; or the token itself in MUSTER_TOKEN.
                       A station on this computer needs neither
  --data DIR           data folder of the station on this computer
  --seed TEXT          the same seed creates the same headsets (default: random)
  --pace-ms MS         time between two enrolments (default 100)
  --heartbeat-ms MS    time between two reports of a headset (default 30000)
  --duration-sec SEC   stop after this time (default: at Ctrl C)
  --away-percent P     share of time that a headset is offline, 0 to 90 (default 0)
  --bandwidth-mbit N   download speed of each headset, in Mbit/s (default 160)
  --fetch-contents     download contents for real and discard them; otherwise only simulate the time
  --link FAULT         kind of link for downloads: slow, lossy or corrupting
  --views              show a moving scene with the name and the time: small pictures, and live by libwebrtc
  --faulty-percent P   share of headsets that answer commands never, late, twice or with garbage, of those with a
                       slow, lossy or corrupting link, and of downloads that fail, 0 to 100 (default 0)
  --json               one line of JSON per second on standard output, and a final one
  --help               this text

Every flag is also an environment variable: --pace-ms is MUSTER_PACE_MS.
Exit codes: 0 success, 1 failure, 2 wrong usage.
`;

export const DEFAULT_STATION = 'http://127.0.0.1:7440';
export const DEFAULT_COUNT = 30;

function integer(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.int().min(min, message).max(max, message));
}

const flagSchema = z
  .union([z.boolean(), z.enum(['1', 'true', '0', 'false', ''])], 'must be 1 or 0')
  .transform((value) => value === true || value === '1' || value === 'true')
  .default(false);

const optionsSchema = z.object({
  station: z
    .url({ protocol: /^https?$/, error: 'must be an address such as http://127.0.0.1:7440' })
    .optional(),
  discover: flagSchema,
  'lan-interface': z.string().min(1, 'must not be empty').optional(),
  count: integer(1, 5_000).optional(),
  'code-from-slots': flagSchema,
  'lan-url': z
    .url({ protocol: /^https$/, error: 'must be an address such as https://192.168.1.20:7443' })
    .optional(),
  pair: flagSchema,
  codes: z
    .string()
    .regex(/^\d{6,9}(,\d{6,9})*$/, 'must be codes such as 482913,550172')
    .transform((text) => text.split(',').map(Number))
    .optional(),
  fingerprint: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be 43 characters, as the station shows it')
    .optional(),
  link: z.enum(LINK_FAULTS, `must be one of ${LINK_FAULTS.join(', ')}`).optional(),
  'token-file': z.string().optional(),
  data: z.string().optional(),
  seed: z.string().min(1, 'must not be empty').optional(),
  'pace-ms': integer(0, 600_000).default(100),
  'heartbeat-ms': integer(100, 86_400_000).default(30_000),
  'duration-sec': integer(1, 31_536_000).optional(),
  'away-percent': integer(0, 90).default(0),
  'bandwidth-mbit': integer(1, 100_000).default(160),
  'fetch-contents': flagSchema,
  'faulty-percent': integer(0, 100).default(0),
  views: flagSchema,
  json: flagSchema,
});
/** A parsed command line of `simulate`. */
export type Options = z.infer<typeof optionsSchema>;

/** Returns null for help. @throws {UsageError} */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): Options | null {
  const values = givenFlags(optionsSchema, args);
  if (values['help'] === true) return null;
  for (const name of Object.keys(optionsSchema.shape)) {
    const fromEnv = env[`MUSTER_${name.replaceAll('-', '_').toUpperCase()}`];
    if (values[name] === undefined && fromEnv !== undefined) values[name] = fromEnv;
  }
  return rejectContradictions(valuesOf(optionsSchema, values));
}

/** @throws {UsageError} if flags contradict each other. */
function rejectContradictions(options: Options): Options {
  const isOnLan = options.discover || options['lan-url'] !== undefined;
  if (options.pair && !isOnLan) throw new UsageError('--pair needs --lan-url or --discover');
  if (options.codes !== undefined && !isOnLan) throw new UsageError('--codes needs --lan-url or --discover');
  if (options.fingerprint !== undefined && !isOnLan)
    throw new UsageError('--fingerprint needs --lan-url or --discover');
  if (options.codes !== undefined && (options['code-from-slots'] || options.count !== undefined))
    throw new UsageError('--codes sets the number of headsets: remove --count and --code-from-slots');
  return options;
}
