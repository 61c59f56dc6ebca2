import { expect, test } from 'vitest';

import { checkAgent, type CheckEvent } from '../../main/check-agent/index.ts';
import { isLong, some } from '../support/long.ts';
import { ALL_PASSED } from './a-check.ts';
import { SmallAgent, type SmallFault } from './small-agent.ts';

type Verdict = readonly [name: string, result: string, faults: string];

/** Runs checks with an agent that has at most one fault; all of them if none are named. */
async function verdictsOn(
  fault: SmallFault | null,
  only: readonly string[],
  url = 'https://127.0.0.1:0',
): Promise<{ isGood: boolean; verdicts: Verdict[] }> {
  await using agents = new AsyncDisposableStack();
  const verdicts: Verdict[] = [];
  const observe = (event: CheckEvent): void => {
    if (event.event === 'enrol') agents.use(new SmallAgent(event, fault)).start();
    if (event.event === 'check') verdicts.push([event.name, event.result, event.faults.join(' ')]);
  };
  const isGood = await checkAgent({
    url: new URL(url),
    only,
    waitMs: 60_000,
    patienceMs: 20_000,
    observe,
    signal: new AbortController().signal,
  });
  return { isGood, verdicts };
}

test.concurrent('an agent written from the page alone passes every check', async () => {
  const { isGood, verdicts } = await verdictsOn(null, []);
  expect(verdicts).toEqual(Object.keys(ALL_PASSED).map((name) => [name, 'passed', '']));
  expect(isGood).toBe(true);
});

test.concurrent('over plain HTTP everything but the key is checked, and that is said', async () => {
  const { isGood, verdicts } = await verdictsOn(null, ['settings', 'pin'], 'http://127.0.0.1:0');
  expect(verdicts).toEqual([
    ['enrol', 'passed', ''],
    ['settings', 'passed', ''],
    ['pin', 'notRun', 'A plain HTTP address has no key. Check with an https address too.'],
  ]);
  expect(isGood).toBe(true);
});

const FAULTS: readonly [SmallFault, string, RegExp][] = [
  ['reportsOnlyChanges', 'heartbeat', /after 90 s the station shows the headset as offline/],
  ['missesFirstChange', 'settings', /no heartbeat with settingsRevision/],
  ['failsOnUnknownFields', 'unknown', /applied no settings/],
  ['acceptsUnknownCommands', 'unknown', /answered a command that it does not know with \{"accepted":true\}/],
  ['executesAgain', 'commands', /is not carried out again/],
  ['answersOnce', 'commands', /sent none when the same command came again/],
  ['losesEvents', 'events', /never came again/],
  ['renamesEvents', 'events', /with another eventId/],
  ['repeatsEvents', 'events', /sent events again that the station had acknowledged/],
  ['startsOver', 'download', /downloaded the whole file again/],
  ['ignoresDigest', 'download', /does not check the SHA-256/],
  ['ignoresHello', 'stream', /missed a change of its settings/],
  ['retriesAtOnce', 'backoff', /answered 503 it sent \d+ requests/],
  ['ignoresRetryAfter', 'backoff', /429 with Retry-After: 6/],
  ['staysEnrolled', 'leave', /more requests with its old token/],
  ['leavesWithoutAnswer', 'leave', /did not answer the command “unenroll”/],
  ['trustsAnyKey', 'pin', /to a station with another key/],
];

test.concurrent.each(some(FAULTS, 4))(
  'an agent that %s fails the check %s and no other',
  async (fault, check, reported) => {
    // All checks take minutes; in the short run the two before stand for the others.
    const only = isLong ? [] : ['heartbeat', 'settings', check];
    const { isGood, verdicts } = await verdictsOn(fault, only);
    expect(isGood).toBe(false);
    expect(verdicts.filter(([, result]) => result !== 'passed')).toEqual([
      [check, 'failed', expect.stringMatching(reported)],
    ]);
    expect(verdicts.length).toBeGreaterThan(2);
  },
);

test.concurrent('an agent that reports with the token of its enrolment is not enrolled, and nothing else is checked', async () => {
  const { isGood, verdicts } = await verdictsOn('reportsWithWrongToken', ['settings']);
  expect(isGood).toBe(false);
  expect(verdicts).toEqual([
    ['enrol', 'failed', expect.stringContaining('with its own token')],
    ['settings', 'notRun', 'The agent is not connected.'],
  ]);
});
