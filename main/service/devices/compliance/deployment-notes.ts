import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { NotedStatuses } from './deployment-changes.ts';

const found = z.string().optional();
const statusesSchema = z.custom<NotedStatuses>((value) => typeof value === 'object' && value !== null);

export type DeploymentNotes = ReturnType<typeof openDeploymentNotes>;

/** The only code that reads and writes `device_deployment`. Writes run inside the caller's transaction. */
export function openDeploymentNotes(db: Database) {
  const select = db.prepare('SELECT statuses FROM device_deployment WHERE device_key = ?').pluck();
  const put = db.prepare('INSERT OR REPLACE INTO device_deployment (device_key, statuses) VALUES (?, ?)');
  const clear = db.prepare('DELETE FROM device_deployment WHERE device_key = ?');

  return {
    /** Returns the deployment states last noted in the history; undefined if there are none yet. */
    find(deviceKey: number): NotedStatuses | undefined {
      const text = found.parse(select.get(deviceKey));
      return text === undefined ? undefined : statusesSchema.parse(JSON.parse(text));
    },
    put: (deviceKey: number, statuses: NotedStatuses): void =>
      void put.run(deviceKey, JSON.stringify(statuses)),
    clear: (deviceKey: number): void => void clear.run(deviceKey),
  };
}
