import { unenrollDevice } from '../../../shared/contract/commands/commands.ts';
import { getDevice } from '../../../shared/contract/devices/devices.ts';
import { isOk, once } from '../trial.ts';
import type { Check } from './check.ts';

/** How long an agent is watched after its end, in ms. */
const AFTERWARDS_MS = 4_000;
/** Requests that may still have been on their way when it was refused. */
const ON_THEIR_WAY = 3;

export const leave: Check = {
  name: 'leave',
  title: 'answers the command to un-enrol until the station has its answer, and then stops',
  async run(trial) {
    const { front, station, params } = trial;
    const since = trial.mark;
    const isAnswer = ({ path }: { path: string }): boolean =>
      path.startsWith(`${trial.path}/commands/`) && path.endsWith('/answer');
    front.faults = once(isAnswer, { kind: 'loseRequest' });
    await station.call(unenrollDevice, { params });
    const answers = () => front.exchanges.slice(since).filter(isAnswer);
    if (!(await trial.until(() => answers().length > 0)))
      return [`It did not answer the command “unenroll” within ${trial.patience}.`];
    if (!(await trial.until(() => answers().some(({ status }) => isOk(status)))))
      return ['Its answer to “unenroll” was lost, and it did not send it again.'];
    const { androidId } = await station.call(getDevice, { params });
    if ((androidId ?? null) !== null) throw new Error('The station did not un-enrol it');
    const end = trial.mark;
    await trial.pause(AFTERWARDS_MS);
    const count = front.exchanges
      .slice(end)
      .filter(({ headers }) => headers.authorization === `Bearer ${trial.token}`).length;
    return count <= ON_THEIR_WAY
      ? []
      : [`After it was un-enrolled it sent ${count} more requests with its old token: it must stop.`];
  },
};

/** How long the impostor is there after the agent has found it, in ms. */
const IMPOSTOR_MS = 5_000;

export const pin: Check = {
  name: 'pin',
  title: 'sends nothing to a station with another key',
  needsTls: true,
  async run(trial) {
    const { front } = trial;
    const before = front.connections;
    front.impersonate(true);
    try {
      if (!(await trial.until(() => front.connections > before)))
        return [
          `After a cut it opened no connection for ${trial.patience}, so that this could not be checked.`,
        ];
      await trial.pause(IMPOSTOR_MS);
      const [sent] = front.exchanges.filter(({ isToImpostor }) => isToImpostor);
      return sent === undefined
        ? []
        : [`It sent ${sent.method} ${sent.path} with its token to a station with another key.`];
    } finally {
      front.impersonate(false);
    }
  },
};
