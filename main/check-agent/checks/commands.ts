import { isDeepStrictEqual } from 'node:util';

import { sendCommand } from '../../../shared/contract/commands/commands.ts';
import { parseJson } from '../../../shared/domain/kernel/parse-json.ts';
import { isRecord, once, type Trial } from '../trial.ts';
import type { Check } from './check.ts';

/** How long a third answer may take, in ms: it is not required. */
const THIRD_MS = 2_000;

export const commands: Check = {
  name: 'commands',
  title: 'answers a command, and the same command again with the same answer',
  async run(trial) {
    const { front, station, params } = trial;
    const since = trial.mark;
    const answers = () => front.exchanges.slice(since).filter(({ path }) => path.endsWith('/answer'));
    front.faults = once(({ path }) => path.endsWith('/answer'), { kind: 'loseRequest' });
    const passed = front.events.length;
    const result = station.call(sendCommand, { params, body: { event: 'ping' } }).catch(() => null);
    if (!(await trial.until(() => answers().length > 0))) {
      await result;
      return ['It did not answer the command “ping”.'];
    }
    // The answer was lost on its way: the command comes a second time, and once more after its answer was accepted.
    const sent = front.events
      .slice(passed)
      .find(({ name, data }) => name === 'command' && idIn(data) !== null);
    if (sent === undefined) throw new Error('The command did not pass the stream');
    front.sendEvent(sent);
    await trial.until(() => answers().length > 1);
    if ((await result)?.status !== 'answered')
      return ['Its answer was lost, and it sent none when the same command came again.'];
    const second = answers().length;
    front.sendEvent(sent);
    await front.until(() => answers().length > second, THIRD_MS);
    return judge(trial, since, idIn(sent.data) ?? '');
  },
};

function judge(trial: Trial, since: number, commandId: string): string[] {
  const bodies = trial
    .requests('POST', `${trial.path}/commands/${commandId}/answer`, since)
    .map(({ body }) => body);
  const other = bodies.find((body) => !isDeepStrictEqual(body, bodies[0]));
  if (other === undefined) return [];
  return [
    `It answered the same command with ${JSON.stringify(bodies[0])}, then with ${JSON.stringify(other)}: ` +
      'a command that comes again is not carried out again.',
  ];
}

function idIn(data: string): string | null {
  const command = parseJson(data);
  return isRecord(command) && typeof command['commandId'] === 'string' ? command['commandId'] : null;
}
