import { checkAgent, type CheckEvent } from '../check-agent/index.ts';
import { HELP, readOptions } from './check-agent/check-agent-flags.ts';
import { endSignal, exitCodeOf } from './flags.ts';

const MARKS = { passed: '✓', failed: '✗', notRun: '–' } as const;

/** Returns what a person reads about an event. */
function inText(event: Exclude<CheckEvent, { event: 'begin' }>, waitMs: number): string {
  if (event.event === 'enrol') return enrolText(event, waitMs);
  if (event.event === 'finished')
    return `\n${event.passed} passed, ${event.failed} failed, ${event.notRun} not checked`;
  const { name, title, result, faults } = event;
  return [`${MARKS[result]} ${name}: ${title}`, ...faults.map((fault) => `    ${fault}`)].join('\n');
}

function enrolText(event: Extract<CheckEvent, { event: 'enrol' }>, waitMs: number): string {
  const { url, fingerprint, code, enrollmentToken, accessToken, isAgain } = event;
  const how = [
    ['station', url],
    ['key to pin', fingerprint ?? 'none, plain HTTP'],
    ['code', String(code)],
    ['or enrollmentToken', enrollmentToken],
    ['with the bearer token', accessToken],
  ].map(([label = '', value = '']) => `  ${label.padEnd(22)}${value}`);
  const what = isAgain
    ? 'Enrol the agent again, for the checks that remain'
    : 'Enrol the agent here, by the code, or with both tokens';
  return ['', `${what} (within ${Math.round(waitMs / 1_000)} s):`, ...how, ''].join('\n');
}

/** Shows on a terminal what is being checked; the result replaces it. */
function announce(name: string): void {
  if (process.stderr.isTTY) process.stderr.write(`… ${name}\r`);
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (options === null) {
    process.stdout.write(HELP);
    return 0;
  }
  const { json, waitMs } = options;
  const observe = (event: CheckEvent): void => {
    if (json) process.stdout.write(`${JSON.stringify(event)}\n`);
    else if (event.event === 'begin') announce(event.name);
    else process.stdout.write(`${inText(event, waitMs)}\n`);
  };
  return (await checkAgent({ ...options, observe, signal: endSignal() })) ? 0 : 1;
}

// The agent’s idle connections would keep the process alive.
process.exit(await exitCodeOf(main));
