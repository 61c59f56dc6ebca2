import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

import { z } from 'zod';

import { haveChromium } from './chromium.ts';
import { type Tally, tallySchema } from './tally.ts';
import { haveTools } from './tools.ts';

const root = resolve(import.meta.dirname, '..');
const tallyFile = join(root, '.build', 'tally.json');
/** Where programs for administration stand, which the PATH of some shells leaves out. */
const SYSTEM_FOLDERS = process.platform === 'win32' ? [] : ['/usr/sbin', '/sbin'];
const words = process.argv.slice(2);
/** Of `npm run test:long`: what `npm test` checks besides the tests is not checked again. */
const isLong = words[0] === '--long';
const env: Record<string, string | undefined> = {
  ...process.env,
  MUSTER_LONG: isLong ? '1' : '',
  PATH: [join(root, 'node_modules', '.bin'), process.env['PATH'] ?? '', ...SYSTEM_FOLDERS].join(delimiter),
};

/** A check besides the tests: passes, or says in words why not. */
type Step = { readonly name: string; readonly run: () => string | undefined };

const checks: readonly Step[] = [
  { name: 'types', run: () => command('typescript', 'tsc', ['-b']) },
  { name: 'lint', run: () => command('oxlint', 'oxlint', ['--deny-warnings']) },
  { name: 'format', run: () => command('oxfmt', 'oxfmt', ['--check']) },
  { name: 'dead code', run: () => command('knip', 'knip', ['--no-progress']) },
];
const preparations: readonly Step[] = [
  { name: 'browser', run: browser },
  { name: 'interface', run: () => script('main/cli/build.ts', []) },
];

/** Runs a program of an installed package under this very Node, so that it works without a shell on any system. */
function command(packageName: string, program: string, words: readonly string[]): string | undefined {
  const folder = join(root, 'node_modules', packageName);
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { bin } = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) }).parse(manifest);
  const entry = typeof bin === 'string' ? bin : bin[program];
  return entry === undefined ? `${packageName} has no ${program}` : script(join(folder, entry), words);
}

/** Runs a script from the project's folder, its output on ours. Returns undefined when it ends with 0. */
function script(file: string, words: readonly string[]): string | undefined {
  const run = spawnSync(process.execPath, [file, ...words], { cwd: root, env, stdio: 'inherit' });
  if (run.status === 0) return undefined;
  return run.error?.message ?? `ended with ${String(run.status ?? run.signal)}`;
}

function browser(): string | undefined {
  const found = haveChromium(env);
  if ('missing' in found) return found.missing;
  env['MUSTER_CHROMIUM'] = found.path;
  return undefined;
}

/** Runs vitest and returns what it came to. A run that never ended counts as one failure. */
function tests(filters: readonly string[]): Tally {
  rmSync(tallyFile, { force: true });
  const problem = command('vitest', 'vitest', ['run', '--allowOnly=false', ...filters]);
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

/** Runs `work` and says how long it took. */
function timed<Result>(name: string, work: () => Result): Result {
  const startedAtMs = performance.now();
  say(`\n── ${name}`);
  const result = work();
  say(`── ${name}: ${((performance.now() - startedAtMs) / 1000).toFixed(1)} s`);
  return result;
}

const failed: string[] = [];
let passed = 0;
for (const step of isLong ? preparations : [...checks, ...preparations]) {
  const problem = timed(step.name, step.run);
  if (problem === undefined) passed += 1;
  else failed.push(`${step.name}: ${problem}`);
}
// Without them tests are skipped, each with its reason: that is no failure.
const lacking = timed('programs', () => haveTools(env));
if (lacking !== undefined) say(lacking);
const tally = timed('tests', () => tests(isLong ? words.slice(1) : words));
failed.push(...tally.outside.map((message) => `outside any test: ${message}`));
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
for (const failure of failed) say(`failed: ${failure}`);
say(
  `${String(passed)} passed, ${String(failed.length)} failed${skipped > 0 ? `, ${String(skipped)} skipped` : ''}`,
);
process.exitCode = failed.length > 0 ? 1 : 0;

/** A test and what is to be said of it, in one line. */
function lineOf(file: string, title: string, what: string): string {
  return `${file}: ${title}${what === '' ? '' : ` (${what})`}`;
}
