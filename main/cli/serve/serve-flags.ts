import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

import { CELL_NAME, readTrustedProxies, type ServiceOptions, systemClock } from '../../service/index.ts';
import { defaultDataFolder } from '../data-folder.ts';
import { interfaceFolder, version } from '../product.ts';

/** A parsed command line of `serve`. */
export type ServeCommand =
  | { readonly kind: 'help' }
  | { readonly kind: 'usage'; readonly message: string }
  | {
      readonly kind: 'serve';
      readonly options: ServiceOptions;
      readonly isJson: boolean;
      readonly warnings: readonly string[];
    };

const flags = {
  data: { type: 'string' },
  host: { type: 'string' },
  port: { type: 'string' },
  role: { type: 'string' },
  lan: { type: 'boolean' },
  'lan-port': { type: 'string' },
  'lan-interface': { type: 'string' },
  upstream: { type: 'string' },
  'upstream-token-file': { type: 'string' },
  'web-interface': { type: 'string' },
  'trusted-proxy': { type: 'string' },
  cell: { type: 'string' },
  check: { type: 'string' },
  backups: { type: 'string' },
  'rate-limit': { type: 'string' },
  'known-models-only': { type: 'boolean' },
  recover: { type: 'string' },
  'log-level': { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies ParseArgsOptionsConfig;

type FlagName = keyof typeof flags;

export const serveHelp = `Usage: npm run serve -- [flags]

Starts the station without a window. Every flag is also an environment variable: --rate-limit is MUSTER_RATE_LIMIT.

  --data DIR             data folder of the station (default: ${defaultDataFolder()})
  --host ADDRESS         listen address (default: 127.0.0.1). Any other address uses plain HTTP, for use behind a proxy
  --port N               default 7440; 0 = any free port
  --role station|central default station
  --lan                  allow LAN access: headsets use HTTPS and find the station by mDNS
  --lan-port N           default 7443; 0 = any free port; also for LAN access that is allowed later on screen
  --lan-interface NAME   allow LAN access on this network interface only (default: all)
  --upstream URL         the central instance to sync with
  --upstream-token-file F  file with the token of the central
  --web-interface URL    backend of /apk-details, for names and images of applications
  --trusted-proxy CIDR,… proxies whose forwarding headers are trusted, such as 10.0.0.0/8 or 127.0.0.1
  --cell NAME            this central is one of several, such as c07; its organisations are named by it (see docs/central.md)
  --check later          central: serve before the store is checked after a crash; check it meanwhile
  --backups off          central: no backups beside the store; its volume has snapshots
  --rate-limit N         requests per minute for an enterprise token; 0 = no limits except for guessing codes
  --known-models-only    reject headsets of unknown models
  --recover HOW          backup or empty, after damaged data was moved aside: restore the newest backup, or start empty;
                         keys, after a key was lost: continue with new keys; older, after a newer Muster wrote the data:
                         restore the newest backup from before
  --log-level LEVEL      fatal, error, warn, info, debug or trace (default info), on standard error
  --json                 one line of JSON on standard output when ready (use npm run --silent)
  --help                 this text

Exit codes: 0 success, 1 failure, 2 wrong usage.`;

const RECOVERIES = ['backup', 'empty', 'keys', 'older'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Parses the flags of `serve` and the environment; a flag takes precedence over its variable. */
export function parseServeFlags(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ServeCommand {
  let input: Values;
  try {
    input = withEnvironment(
      parseArgs({ args: [...argv], options: flags, allowPositionals: false }).values,
      env,
    );
  } catch (error) {
    return usage(error instanceof Error ? (error.message.split(/\. |\n/)[0] ?? '') : String(error));
  }
  if (input.help === true) return { kind: 'help' };
  const port = wholeNumber(input.port ?? '7440', 65_535);
  if (port === undefined) return usage('--port needs a whole number from 0 to 65535');
  const lanPort = wholeNumber(input['lan-port'] ?? '7443', 65_535);
  if (lanPort === undefined) return usage('--lan-port needs a whole number from 0 to 65535');
  const rateLimit =
    input['rate-limit'] === undefined ? undefined : wholeNumber(input['rate-limit'], 1_000_000);
  if (rateLimit === undefined && input['rate-limit'] !== undefined)
    return usage('--rate-limit needs a whole number');
  const { role = 'station', recover, 'log-level': logLevel = 'info', host = '127.0.0.1' } = input;
  if (role !== 'station' && role !== 'central') return usage('--role must be station or central');
  const recovery = RECOVERIES.find((each) => each === recover);
  if (recover !== undefined && recovery === undefined)
    return usage('--recover must be backup, empty, keys or older');
  const webInterface = input['web-interface'];
  const wrong = wrongValue({ ...input, role, logLevel });
  if (wrong !== undefined) return usage(wrong);
  const trustedProxies = proxiesOf(input);
  const upstream = readUpstream(input, role);
  if (typeof upstream === 'string') return usage(upstream);
  const options: ServiceOptions = {
    dataFolder: resolve(input.data ?? defaultDataFolder()),
    host,
    port,
    role,
    rateLimit,
    trustedProxies,
    cell: cellOf(input),
    refusesUnknownTypes: input['known-models-only'] === true,
    lan: input.lan === true ? { port: lanPort, interfaceName: input['lan-interface'] } : undefined,
    lanPort: input['lan-port'] === undefined ? undefined : lanPort,
    webInterface,
    upstream,
    syncPace: 1,
    recover: recovery,
    masterKey: undefined,
    logLevel,
    interfaceFolder,
    version,
    checksReplies: false,
    clock: systemClock,
  };
  return { kind: 'serve', options, isJson: input.json === true, warnings: warningsOf(host) };
}

type Values = { [Name in FlagName]?: (typeof flags)[Name]['type'] extends 'boolean' ? boolean : string };

/** Adds the variables of flags that were not given. */
function withEnvironment(values: Values, env: Readonly<Record<string, string | undefined>>): Values {
  const args: string[] = [];
  for (const [name, { type }] of Object.entries(flags)) {
    const value = env[`MUSTER_${name.toUpperCase().replaceAll('-', '_')}`];
    if (value === undefined || value === '' || name === 'help') continue;
    if (type === 'string') args.push(`--${name}=${value}`);
    else if (/^(1|true|yes)$/i.test(value)) args.push(`--${name}`);
  }
  return { ...parseArgs({ args, options: flags }).values, ...values };
}

/**
 * Returns the central to sync with, or a text with what is wrong with the flags. The token is in a file, because
 * arguments are visible to every user of the computer.
 */
function readUpstream(input: Values, role: ServiceOptions['role']): ServiceOptions['upstream'] | string {
  const { upstream: url, 'upstream-token-file': file } = input;
  if (url === undefined && file === undefined) return undefined;
  if (url === undefined || file === undefined) return '--upstream and --upstream-token-file go together';
  if (role === 'central') return '--upstream is for stations: a central syncs with no other';
  if (!isBackendAddress(url))
    return '--upstream needs an http or https URL without a password, query or fragment';
  let token: string;
  try {
    token = readFileSync(file, 'utf8').trim();
  } catch {
    return '--upstream-token-file needs a readable file';
  }
  if (!/^[\x21-\x7e]{1,8192}$/.test(token))
    return '--upstream-token-file needs a file with exactly one token';
  return { url: url.replace(/\/+$/, ''), token };
}

function warningsOf(host: string): string[] {
  const isLocal = host === 'localhost' || host === '::1' || host.startsWith('127.');
  return isLocal
    ? []
    : [
        `Listening on ${host} in plain HTTP: anyone on that network can read tokens. Put a TLS proxy in front of it.`,
      ];
}

/** Returns true for a URL that paths can be appended to. */
function isBackendAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return [username, password, search, hash].every((part) => part === '');
}

function proxiesOf(input: Values): string[] {
  return input['trusted-proxy']?.split(',').map((each) => each.trim()) ?? [];
}

/** Returns the cell options of a central; undefined without any. */
function cellOf({ cell, check, backups }: Values): ServiceOptions['cell'] {
  if (cell === undefined && check === undefined && backups === undefined) return undefined;
  return { name: cell, checksLater: check === 'later', makesBackups: backups !== 'off' };
}

function wrongCellValue({ cell, check, backups }: Values, role: string): string | undefined {
  if (role !== 'central' && (cell ?? check ?? backups) !== undefined)
    return '--cell, --check and --backups are for --role central';
  if (cell !== undefined && !CELL_NAME.test(cell))
    return '--cell needs a name of up to 16 small letters and digits, a letter first, such as c07';
  if (check !== undefined && check !== 'later') return '--check must be later';
  if (backups !== undefined && backups !== 'off') return '--backups must be off';
  return undefined;
}

/** Returns what is wrong with a value; undefined if nothing. */
function wrongValue(
  input: Values & { readonly role: string; readonly logLevel: string },
): string | undefined {
  const { role, logLevel, 'web-interface': webInterface } = input;
  if (!LOG_LEVELS.includes(logLevel)) return `--log-level takes ${LOG_LEVELS.join(', ')}`;
  if (webInterface !== undefined && !isBackendAddress(webInterface))
    return '--web-interface needs an http or https URL without a password, query or fragment';
  const wrongCell = wrongCellValue(input, role);
  if (wrongCell !== undefined) return wrongCell;
  if (role === 'central' && input.lan === true)
    return '--lan is for stations: headsets do not connect to a central';
  if (!areAddresses(proxiesOf(input)))
    return '--trusted-proxy needs addresses or subnets separated by commas, such as 10.0.0.0/8';
  return undefined;
}

function areAddresses(texts: readonly string[]): boolean {
  try {
    readTrustedProxies(texts);
    return true;
  } catch {
    // The message names the wrong value; the usage line states what is expected.
    return false;
  }
}

function wholeNumber(text: string, max: number): number | undefined {
  return /^\d{1,7}$/.test(text) && Number(text) <= max ? Number(text) : undefined;
}

function usage(message: string): ServeCommand {
  return { kind: 'usage', message };
}
