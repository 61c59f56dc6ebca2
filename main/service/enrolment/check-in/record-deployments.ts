import {
  changesSince,
  type DeploymentChange,
  deploymentChanges,
  type NotedStatuses,
  statusesOf,
} from '../../devices/compliance/index.ts';
import { type KindOfEntry, type Reported, viewOf } from '../../devices/deployment/index.ts';
import { isSameJson } from '../../kernel/json/same-json.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { recordEvent } from '../../devices/events/index.ts';
import { toContents, toReported } from '../../devices/registry/index.ts';

/** Maximum number of events that one check of a headset adds to the history. */
const MAX_NOTED = 50;

/** What to record about a headset: changes of its contents, and their current states. */
export type DeploymentNow = {
  readonly changes: readonly DeploymentChange[];
  /** Undefined: recorded already. */
  readonly statuses: NotedStatuses | undefined;
};

/**
 * Returns the changes of a headset's contents since the last record. If there is no record yet, nothing has changed:
 * its history begins with the current states.
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
    statuses: isSameJson(noted, statuses) ? undefined : statuses,
  };
}

/** Returns the last report of a record's headset. */
export function reportedOf({ reports }: Records, { key }: DeviceRecord): Reported {
  return toReported(reports.inventory(key), reports.report(key));
}

/** Records changes of a headset's contents in the history, inside the caller's transaction. */
export function recordDeployments(
  records: Records,
  record: DeviceRecord,
  { changes, statuses }: DeploymentNow,
  nowMs: number,
): void {
  for (const payload of changes.slice(0, MAX_NOTED))
    recordEvent(records.events, record.key, { type: 'DEPLOYMENT_CHANGED', payload }, nowMs);
  if (statuses !== undefined) records.deployments.put(record.key, statuses);
}

/** A report, the previous one, and the contents they are about. */
type NewReport = {
  readonly contents: readonly KindOfEntry[];
  readonly was: Reported;
  readonly is: Reported;
  readonly nowMs: number;
};

/**
 * Records how a new report changed the contents and, before that, how settings or time changed them since the last
 * one. Returns the changes of the report itself. Call inside a transaction.
 */
export function recordReport(
  records: Records,
  record: DeviceRecord,
  { contents, was, is, nowMs }: NewReport,
): readonly DeploymentChange[] {
  const noted = records.deployments.find(record.key);
  const [before, after] = [viewOf(was, nowMs), viewOf(is, nowMs)];
  const since = noted === undefined ? [] : changesSince(noted, contents, before);
  recordDeployments(records, record, { changes: since, statuses: undefined }, nowMs);
  const changes = deploymentChanges(contents, before, after);
  const statuses = statusesOf(contents, after);
  recordDeployments(
    records,
    record,
    { changes, statuses: isSameJson(noted, statuses) ? undefined : statuses },
    nowMs,
  );
  return changes;
}
