import { isDeepStrictEqual } from 'node:util';

import {
  changesSince,
  type DeploymentChange,
  type NotedStatuses,
  statusesOf,
} from '../../../../shared/domain/deployment-changes.ts';
import { type Reported, viewOf } from '../../../../shared/domain/deployment.ts';
import { type DeviceRecord, type Records, toContents, toReported } from '../devices/index.ts';
import { recordEvent } from '../events/index.ts';

/** The most events that one look at a headset leaves in the history. */
const MOST_NOTED = 50;

/** What is to be noted of a headset: what came of its contents, and how they stand then. */
export type DeploymentNow = {
  readonly changes: readonly DeploymentChange[];
  /** Undefined: it is noted already. */
  readonly statuses: NotedStatuses | undefined;
};

/**
 * How far the contents of a headset have come since it was noted. Of one about which nothing is noted yet nothing has
 * changed: how it stands is where its history begins.
 */
export function deploymentNow(
  records: Records,
  record: DeviceRecord,
  { reported, nowMs }: { readonly reported: Reported; readonly nowMs: number },
): DeploymentNow {
  const contents = toContents(record.settings);
  const noted = records.deployments.find(record.key);
  const view = viewOf(reported, nowMs);
  const statuses = statusesOf(contents, view);
  return {
    changes: noted === undefined ? [] : changesSince(noted, contents, view),
    statuses: isDeepStrictEqual(noted, statuses) ? undefined : statuses,
  };
}

/** What the headset of a record reported last. */
export function reportedOf({ reports }: Records, { key }: DeviceRecord): Reported {
  return toReported(reports.inventory(key), reports.report(key));
}

/** Tells the history what came of the contents of a headset, inside the caller's transaction. */
export function noteDeployments(
  records: Records,
  record: DeviceRecord,
  { changes, statuses }: DeploymentNow,
  nowMs: number,
): void {
  for (const payload of changes.slice(0, MOST_NOTED))
    recordEvent(records.events, record.key, { type: 'DEPLOYMENT_CHANGED', payload }, nowMs);
  if (statuses !== undefined) records.deployments.put(record.key, statuses);
}
