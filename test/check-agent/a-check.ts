import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { z } from 'zod';

import { Command } from '../cli/a-command.ts';

const enrolSchema = z.object({
  event: z.literal('enrol'),
  url: z.url(),
  fingerprint: z.string().nullable(),
  isAgain: z.boolean(),
  deviceId: z.string(),
  code: z.int(),
  enrollmentToken: z.string(),
  accessToken: z.string(),
});
const beginSchema = z.object({ event: z.literal('begin'), name: z.string() });
const checkSchema = z.object({
  event: z.literal('check'),
  name: z.string(),
  title: z.string(),
  result: z.enum(['passed', 'failed', 'notRun']),
  faults: z.array(z.string()),
});
const finishedSchema = z.object({
  event: z.literal('finished'),
  passed: z.int(),
  failed: z.int(),
  notRun: z.int(),
});
const lineSchema = z.discriminatedUnion('event', [enrolSchema, beginSchema, checkSchema, finishedSchema]);

/** What an agent needs to enrol at a check. */
export type ToEnrol = z.infer<typeof enrolSchema>;
/** Result of a check by its name; of a failed one what is wrong. */
export type Verdicts = Readonly<Record<string, string | readonly string[]>>;

/** Result of a run: every check, the exit code, and what went to standard error. */
type Outcome = Readonly<{ verdicts: Verdicts; code: number | null; stderr: string }>;

/** Runs `npm run check-agent`, and starts an agent with `enrol` each time it asks for one. */
export async function checkWith(enrol: (to: ToEnrol) => void): Promise<Outcome> {
  const flags = ['--json', '--url', 'https://127.0.0.1:0'];
  await using command = new Command('main/cli/check-agent.ts', flags);
  const { stdout } = command.process;
  if (stdout === null) throw new Error('The command has no output');
  // It takes a minute and a half, most of it by waiting.
  const ending = once(command.process, 'close');
  const verdicts: Record<string, string | readonly string[]> = {};
  for await (const line of createInterface(stdout)) {
    const event = lineSchema.parse(JSON.parse(line));
    if (event.event === 'enrol') enrol(event);
    if (event.event === 'check')
      verdicts[event.name] = event.result === 'failed' ? event.faults : event.result;
  }
  await ending;
  return { verdicts, code: command.process.exitCode, stderr: command.stderr };
}

/** Every check, passed. */
export const ALL_PASSED: Verdicts = Object.fromEntries(
  [
    'enrol',
    'heartbeat',
    'settings',
    'unknown',
    'commands',
    'events',
    'download',
    'stream',
    'backoff',
    'leave',
    'pin',
  ].map((name) => [name, 'passed']),
);
