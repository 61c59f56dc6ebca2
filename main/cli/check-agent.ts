import { checkAgent, type CheckEvent } from '../check-agent/index.ts';
import { HELP, readOptions } from './check-agent-flags.ts';
import { UsageError } from './simulate-flags.ts';

const MARKS = { passed: '✓', failed: '✗', notRun: '–' } as const;

/** Returns what a person reads about an event. */
function inText(event: CheckEvent): string {
  if (event.event === 'enrol') return enrolText(event);
  if (event.event === 'finished')
    return `\n${event.passed} passed, ${event.failed} failed, ${event.notRun} not checked`;
  const { name, title, result, faults } = event;
  return [`${MARKS[result]} ${name}: ${title}`, ...faults.map((fault) => `    ${fault}`)].join('\n');
}

function enrolText(event: Extract<CheckEvent, { event: 'enrol' }>): string {
  const { url, fingerprint, code, enrollmentToken, accessToken, isAgain } = event;
  const how = [
    ['station', url],
    ['key to pin', fingerprint ?? 'none, plain HTTP'],
    ['code', String(code)],
    ['or enrollmentToken', enrollmentToken],
    ['with the bearer token', accessToken],
  ].map(([label = '', value = '']) => `  ${label.padEnd(22)}${value}`);
  const what = isAgain
    ? 'Enrol the agent again, for the checks that remain:'
    : 'Enrol the agent here, by the code, or with both tokens:';
  return ['', what, ...how, ''].join('\n');
}

/** Aborted at the first Ctrl C. A second one ends the process at once. */
function endSignal(): AbortSignal {
  const end = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (end.signal.aborted) process.exit(1);
      end.abort();
    });
  }
  return end.signal;
}

async function main(): Promise<number> {
  try {
    const options = readOptions(process.argv.slice(2));
    if (options === null) {
      process.stdout.write(HELP);
      return 0;
    }
    const observe = (event: CheckEvent): void =>
      void process.stdout.write(`${options.json ? JSON.stringify(event) : inText(event)}\n`);
    return (await checkAgent({ ...options, observe, signal: endSignal() })) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    if (!(error instanceof UsageError)) return 1;
    process.stderr.write('See --help.\n');
    return 2;
  }
}

// The agent’s idle connections would keep the process alive.
process.exit(await main());
