import { isDeepStrictEqual } from 'node:util';

import { sendCommand } from '../../../shared/contract/commands/commands.ts';
import { listEvents } from '../../../shared/contract/devices/events.ts';
import { eventsOf, isOk, isRecord, once, type Trial } from '../trial.ts';
import type { Check } from './check.ts';

type Sent = Readonly<Record<string, unknown>>;

export const events: Check = {
  name: 'events',
  title: 'sends events again until they are acknowledged, with the same ids, and then never again',
  async run(trial) {
    const { front } = trial;
    const since = trial.mark;
    const withEvents = () => trial.reports(since).filter((report) => eventsOf(report).length > 0);
    // The station stores the events; the agent does not learn it.
    front.faults = once(
      ({ method, path, body }) =>
        method === 'PUT' && path === trial.path && isRecord(body) && hasEvents(body['events']),
      { kind: 'loseAnswer' },
    );
    await cause(trial);
    if (!(await trial.until(() => withEvents().length > 0)))
      return [
        `It reported no event within ${trial.patience}, not even that settings were applied or a text was shown.`,
      ];
    const lost = withEvents()[0];
    const first = lost === undefined ? [] : eventsOf(lost);
    const next = () => trial.reports(since).filter((report) => report !== lost && isOk(report.status));
    await trial.until(() => next().length > 0);
    const again = () => new Set(next().flatMap((report) => eventsOf(report).map(({ eventId }) => eventId)));
    const missing = () => first.filter(({ eventId }) => !again().has(eventId));
    if (await trial.until(() => missing().length === 0)) return neverAgain(trial, first, since);
    const isRenamed = next().some((report) => eventsOf(report).some((each) => isCopy(each, first)));
    return [
      isRenamed
        ? 'After a lost answer it sent the same event with another eventId: the station stores it twice.'
        : `The answer to a heartbeat was lost, and ${missing().length} of its ${first.length} events never came again.`,
    ];
  },
};

/** Makes something happen that an agent reports. */
async function cause(trial: Trial): Promise<void> {
  await trial.configure();
  const body = { event: 'show-text', message: { text: 'Muster checks this agent.' } };
  await trial.station.call(sendCommand, { params: trial.params, body }).catch(() => undefined);
}

/** Acknowledged events are not sent any more, and each is stored once. */
async function neverAgain(trial: Trial, first: readonly Sent[], since: number): Promise<string[]> {
  const ids = new Set(first.map(({ eventId }) => eventId));
  const acknowledged = trial
    .reports(since)
    .filter(({ status, reply }) => isOk(status) && isRecord(reply))
    .at(-1);
  const after = trial.mark;
  await trial.configure();
  await trial.until(() => trial.reports(after).some(({ status }) => isOk(status)));
  const repeated = trial
    .reports(after)
    .filter((report) => report !== acknowledged)
    .some((report) => eventsOf(report).some(({ eventId }) => ids.has(eventId)));
  const { items } = await trial.station.call(listEvents, { params: trial.params, query: { limit: '100' } });
  const stored = items.map(({ eventId }) => eventId).filter((eventId) => ids.has(eventId));
  return [
    ...(repeated ? ['It sent events again that the station had acknowledged.'] : []),
    ...(stored.length === ids.size ? [] : [`The station stored ${stored.length} of ${ids.size} events.`]),
  ];
}

function hasEvents(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}

function isCopy({ eventId, ...rest }: Sent, first: readonly Sent[]): boolean {
  return first.some(
    ({ eventId: firstId, ...other }) => firstId !== eventId && isDeepStrictEqual(rest, other),
  );
}
