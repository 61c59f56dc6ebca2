import { sendCommand } from '../../../shared/contract/commands/commands.ts';
import type { Fault } from '../front/exchange.ts';
import { type Faulty, isRecord, type Trial } from '../trial.ts';
import type { Check } from './check.ts';

const UNKNOWN = { xUnknown: { list: [1, 'two', null], isNew: true } };

export const unknown: Check = {
  name: 'unknown',
  title: 'ignores unknown fields and events, and refuses an unknown command',
  async run(trial) {
    const { front, path } = trial;
    // Answers of a newer station: more fields than today, also within the settings.
    front.faults = ({ method, path: asked }): Fault | undefined =>
      asked === path && (method === 'GET' || method === 'PUT') ? { kind: 'edit', edit: withMore } : undefined;
    front.sendEvent({ name: 'x-unknown', data: JSON.stringify(UNKNOWN) });
    front.sendEvent({ name: 'x-unknown', data: 'not JSON' });
    const since = trial.mark;
    const revision = await trial.configure();
    const isApplied = await trial.untilApplied(revision, since);
    const faults = await refusesUnknownCommand(trial);
    if (isApplied) return faults;
    return [
      ...faults,
      `After unknown events and unknown fields in answers it applied no settings within ${trial.patience}.`,
    ];
  },
};

function withMore(reply: unknown): unknown {
  if (!isRecord(reply)) return reply;
  const { settings } = reply;
  return { ...reply, ...UNKNOWN, ...(isRecord(settings) ? { settings: { ...settings, ...UNKNOWN } } : {}) };
}

async function refusesUnknownCommand({
  station,
  params,
  front,
  patienceMs,
  patience,
}: Trial): Promise<Faulty> {
  await front.until(() => front.openStreams > 0, patienceMs);
  const body = { event: 'x-unknown-command', message: { ...UNKNOWN } };
  const result = await station.call(sendCommand, { params, body }).catch(() => null);
  if (result === null)
    return [`It did not answer a command that it does not know within 10 s (connected within ${patience}).`];
  const answer = result.status === 'answered' ? result.answer : {};
  return answer['accepted'] === false && typeof answer['reason'] === 'string'
    ? []
    : [
        `It answered a command that it does not know with ${JSON.stringify(answer)} instead of ` +
          '{"accepted": false, "reason": "UNKNOWN_COMMAND"}.',
      ];
}
