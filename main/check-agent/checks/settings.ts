import { isRecord } from '../trial.ts';
import type { Check } from './check.ts';

/** How long nothing is asked of the agent before a heartbeat counts as its own, in ms. */
const QUIET_MS = 2_000;

export const heartbeat: Check = {
  name: 'heartbeat',
  title: 'sends a heartbeat regularly, although nothing happens, with its model',
  async run(trial) {
    const quietFromMs = performance.now() + QUIET_MS;
    const own = () => trial.reports().filter(({ atMs }) => atMs >= quietFromMs);
    if (!(await trial.until(() => own().length > 0)))
      return [
        `No PUT /devices/{deviceId} within ${trial.patience}: after 90 s the station shows the headset as offline.`,
      ];
    const { type } = own()[0]?.body ?? {};
    const isModel = isRecord(type) && (typeof type['id'] === 'string' || typeof type['name'] === 'string');
    return isModel
      ? []
      : ['Its heartbeats have no `type` with an `id` or a `name`, so the station does not know its model.'];
  },
};

export const settings: Check = {
  name: 'settings',
  title: 'reads changed settings and reports their revision once it has applied them',
  async run(trial) {
    const since = trial.mark;
    const revision = await trial.configure();
    if (!(await trial.until(() => trial.requests('GET', trial.path, since).length > 0)))
      return [`It did not read GET /devices/{deviceId} within ${trial.patience} after a settings event.`];
    if (await trial.untilApplied(revision, since)) return [];
    const last = trial.reports(since).at(-1)?.body['settingsRevision'];
    return [
      `It read the settings of revision ${revision} but reported no heartbeat with settingsRevision ${revision} ` +
        `within ${trial.patience} (the last one: ${last === undefined ? 'none' : JSON.stringify(last)}).`,
    ];
  },
};
