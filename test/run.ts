import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

import { z } from 'zod';

import { haveChromium } from './chromium.ts';
import { type Tally, tallySchema } from './tally.ts';
import { haveTools } from './tools.ts';

const root = resolve(import.meta.dirname, '..');
const tallyFile = join(root, '.build', 'tally.json');
/** Folders of administration programs, which the PATH of some shells lacks. */
const SYSTEM_FOLDERS = process.platform === 'win32' ? [] : ['/usr/sbin', '/sbin'];
const words = process.argv.slice(2);
/** For `npm run test:long`: the checks of `npm test` besides the tests are not repeated. */
const isLong = words[0] === '--long';
const env: Record<string, string | undefined> = {
  ...process.env,
  MUSTER_LONG: isLong ? '1' : '',
  PATH: [join(root, 'node_modules', '.bin'), process.env['PATH'] ?? '', ...SYSTEM_FOLDERS].join(delimiter),
};

/** A check besides the tests: passes, or returns why not. */
type Step = { readonly name: string; readonly run: (output: OutputMode) => Promise<string | undefined> };
/** Where a program's output goes: to ours immediately, or buffered until the program has ended. */
type OutputMode = 'at once' | 'at the end';

const checks: readonly Step[] = [
  // One checker: several would each compute the same types, and the tests use every core.
  { name: 'types', run: (output) => command('typescript', 'tsc', ['-b', '--checkers', '1'], output) },
  { name: 'lint', run: (output) => command('oxlint', 'oxlint', ['--deny-warnings'], output) },
  { name: 'format', run: (output) => command('oxfmt', 'oxfmt', ['--check'], output) },
  { name: 'dead code', run: (output) => command('knip', 'knip', ['--no-progress'], output) },
];
const preparations: readonly Step[] = [{ name: 'browser', run: browser }];

/** What Node writes as it crashes: it would be far above the closing lines, which is all that some places keep. */
const CRASH = /^# (?:Fatal error|Check failed|Fatal process|Debug check).*$|^FATAL ERROR:.*$/gm;
const crashes: string[] = [];

/** Runs a program of an installed package with this Node, so that it works without a shell on any system. */
async function command(
  packageName: string,
  program: string,
  input: readonly string[],
  output: OutputMode,
): Promise<string | undefined> {
  const folder = join(root, 'node_modules', packageName);
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { bin } = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) }).parse(manifest);
  const entry = typeof bin === 'string' ? bin : bin[program];
  return entry === undefined
    ? `${packageName} has no ${program}`
    : script(join(folder, entry), input, output);
}

/** Runs a script from the project's folder. Returns undefined if it exits with 0. */
async function script(
  file: string,
  input: readonly string[],
  output: OutputMode,
): Promise<string | undefined> {
  const stdio = output === 'at once' ? ('inherit' as const) : ('pipe' as const);
  const run = spawn(process.execPath, [file, ...input], { cwd: root, env, stdio: ['ignore', stdio, 'pipe'] });
  const reported: Buffer[] = [];
  run.stdout?.on('data', (piece: Buffer) => reported.push(piece));
  run.stderr?.on('data', (piece: Buffer) => {
    if (output === 'at once') process.stderr.write(piece);
    else reported.push(piece);
    crashes.push(...(String(piece).match(CRASH) ?? []));
  });
  try {
    const [code, signal] = (await once(run, 'close')) as [number | null, string | null];
    process.stdout.write(Buffer.concat(reported));
    return code === 0 ? undefined : `ended with ${String(code ?? signal)}`;
  } catch (error) {
    return String(error);
  }
}

async function browser(): Promise<string | undefined> {
  const found = haveChromium(env);
  if ('missing' in found) return found.missing;
  env['MUSTER_CHROMIUM'] = found.path;
  return undefined;
}

/** Runs vitest and returns its result. A run that never ended counts as one failure. */
async function tests(filters: readonly string[]): Promise<Tally> {
  rmSync(tallyFile, { force: true });
  const input = ['run', '--allowOnly=false', ...filters];
  const problem = await command('vitest', 'vitest', input, 'at once');
  try {
    const found = tallySchema.parse(JSON.parse(readFileSync(tallyFile, 'utf8')));
    const isWell = found.outside.length === 0 && found.files.every(({ failed }) => failed.length === 0);
    if (problem !== undefined && isWell) found.outside.push(`vitest ${problem}`);
    return found;
  } catch (error) {
    return { files: [], outside: [`vitest ${problem ?? String(error)}`] };
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Runs `work` and prints its duration. */
async function timed<Result>(name: string, work: () => Result | Promise<Result>): Promise<Result> {
  const startedAtMs = performance.now();
  say(`\n── ${name}`);
  const result = await work();
  say(`── ${name}: ${((performance.now() - startedAtMs) / 1000).toFixed(1)} s`);
  return result;
}

const failed: string[] = [];
let passed = 0;
await take(preparations, 'at once');
// Without them tests are skipped, each with its reason: not a failure.
const missingTools = await timed('programs', () => haveTools(env));
if (missingTools !== undefined) say(missingTools);
// Tests wait for browsers, networks and processes: the checks use the idle CPU time.
const [tally] = await Promise.all([
  timed('tests', () => tests(isLong ? words.slice(1) : words)),
  isLong ? undefined : take(checks, 'at the end'),
]);
failed.push(...tally.outside.map((message) => `outside any test: ${message}`));
if (tally.outside.length > 0) failed.push(...crashes.map((line) => `a process crashed: ${line}`));
say('');
let skipped = 0;
for (const found of tally.files) {
  passed += found.passed;
  failed.push(...found.failed.map(({ title, why }) => lineOf(found.file, title, why)));
  for (const { title, reason } of found.skipped) {
    if (reason === '') {
      failed.push(lineOf(found.file, title, 'skipped without saying why'));
    } else {
      skipped += 1;
      say(`skipped: ${lineOf(found.file, title, reason)}`);
    }
  }
}
const slowest = tally.files.toSorted((one, other) => other.took - one.took).slice(0, 15);
say(`slowest: ${slowest.map(({ file, took }) => `${file} ${String(took)} s`).join(', ')}`);
for (const failure of failed) say(`failed: ${failure}`);
say(
  `${String(passed)} passed, ${String(failed.length)} failed${skipped > 0 ? `, ${String(skipped)} skipped` : ''}`,
);
process.exitCode = failed.length > 0 ? 1 : 0;

/** Runs steps one after the other, even after a failure: one run should show every problem. */
async function take(steps: readonly Step[], output: OutputMode): Promise<void> {
  for (const { name, run } of steps) {
    const problem = await timed(name, () => run(output));
    if (problem === undefined) passed += 1;
    else failed.push(`${name}: ${problem}`);
  }
}

/** A test and its message, on one line. */
function lineOf(file: string, title: string, what: string): string {
  return `${file}: ${title}${what === '' ? '' : ` (${what})`}`;
}
