import {
  changesSince,
  type DeploymentChange,
  deploymentChanges,
  type NotedStatuses,
  statusesOf,
} from '../../../../shared/domain/content/deployment-changes.ts';
import { type KindOfEntry, type Reported, viewOf } from '../../../../shared/domain/content/deployment.ts';
import { isSameJson } from '../../../../shared/domain/kernel/same-json.ts';
import { type DeviceRecord, type Records, toContents, toReported, recordEvent } from '../../devices/index.ts';

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
    statuses: isSameJson(noted, statuses) ? undefined : statuses,
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

/** A report, the one before it, and the contents that they are about. */
type NewReport = {
  readonly contents: readonly KindOfEntry[];
  readonly was: Reported;
  readonly is: Reported;
  readonly nowMs: number;
};

/**
 * Tells the history what a new report made of the contents, and before that what the settings or the time have made of
 * them since the last one. Returns what the report itself changed. Call inside a transaction.
 */
export function noteReport(
  records: Records,
  record: DeviceRecord,
  { contents, was, is, nowMs }: NewReport,
): readonly DeploymentChange[] {
  const noted = records.deployments.find(record.key);
  const [before, after] = [viewOf(was, nowMs), viewOf(is, nowMs)];
  const since = noted === undefined ? [] : changesSince(noted, contents, before);
  noteDeployments(records, record, { changes: since, statuses: undefined }, nowMs);
  const changes = deploymentChanges(contents, before, after);
  const statuses = statusesOf(contents, after);
  noteDeployments(
    records,
    record,
    { changes, statuses: isSameJson(noted, statuses) ? undefined : statuses },
    nowMs,
  );
  return changes;
}
