import { byText } from '../../../../shared/domain/kernel/by-text.ts';
import type { ContentKind, Evidence } from '../inventory/inventory.ts';

/**
 * An order to discard what a headset reported of one entry (`force`). It applies until the headset reports something
 * new:
 * - it names a settings revision as applied that is at least `revision`, the one that the order created; or
 * - its report of the entry differs from `evidence`, its report when the order was given (a headset that never names
 * a revision shows by its download that it started again).
 * The same report from before the order reached the headset changes nothing. If a headset that never names a revision
 * still reports the same a quarter of an hour after it could know, the report is accepted: see `ordersAfterReport`.
 */
export type ForgottenContent = {
  readonly kind: ContentKind;
  readonly contentId: string;
  readonly revision: number;
  readonly evidence: string;
  /** When the headset first reported after the order, and learned of it from the reply; absent if it has not. */
  readonly toldAtMs?: number;
};

/** How long a headset that names no revision may repeat a report from before an order to discard it. */
const REPEATS_MS = 15 * 60_000;

/** The current report of an entry. */
export type EvidenceOfContent = {
  readonly kind: ContentKind;
  readonly contentId: string;
  readonly evidence: Evidence;
};

/** Returns true while the report of an entry is the one that an order discards. */
export function isForgotten(forgotten: readonly ForgottenContent[], now: EvidenceOfContent): boolean {
  if (forgotten.length === 0) return false;
  const order = forgotten.find(({ kind, contentId }) => kind === now.kind && contentId === now.contentId);
  return order !== undefined && order.evidence === evidenceText(now.evidence);
}

/**
 * Returns the orders that a headset has not carried out; `appliedRevision` is the last one it applied (null = never
 * reported).
 */
export function ordersNotApplied(
  forgotten: readonly ForgottenContent[],
  appliedRevision: number | null,
): readonly ForgottenContent[] {
  return appliedRevision === null
    ? forgotten
    : forgotten.filter(({ revision }) => revision > appliedRevision);
}

/**
 * Returns the orders that still apply after a report that repeats what they discard. `appliedRevision` null = never
 * reported.
 */
export function ordersAfterReport(
  forgotten: readonly ForgottenContent[],
  {
    appliedRevision,
    receivedAtMs,
  }: { readonly appliedRevision: number | null; readonly receivedAtMs: number },
): readonly ForgottenContent[] {
  if (appliedRevision !== null) return forgotten;
  return forgotten
    .filter(({ toldAtMs }) => toldAtMs === undefined || receivedAtMs - toldAtMs < REPEATS_MS)
    .map((order) => ({ ...order, toldAtMs: order.toldAtMs ?? receivedAtMs }));
}

/** Adds orders; a later one for the same entry replaces the earlier one. Entries that were never reported need none. */
export function withOrders(
  forgotten: readonly ForgottenContent[],
  entries: readonly EvidenceOfContent[],
  revision: number,
): readonly ForgottenContent[] {
  const isReplaced = (order: ForgottenContent): boolean =>
    entries.some(({ kind, contentId }) => kind === order.kind && contentId === order.contentId);
  const reported = entries.filter(({ evidence }) => !isNothing(evidence));
  const added = reported.map(({ kind, contentId, evidence }) => ({
    kind,
    contentId,
    revision,
    evidence: evidenceText(evidence),
  }));
  return [...forgotten.filter((order) => !isReplaced(order)), ...added];
}

function isNothing(evidence: Evidence): boolean {
  return evidence.tasks.length + evidence.presence.length === 0 && evidence.package === undefined;
}

/** Returns the report as text to compare, whatever the order of its lists. */
function evidenceText(evidence: Evidence): string {
  const tasks = evidence.tasks.map((task) =>
    JSON.stringify([task.downloadId, task.url, task.status, task.progress, task.lastBytes, task.startTime]),
  );
  const presence = evidence.presence.map((each) =>
    JSON.stringify([
      each.contentId,
      each.type,
      each.packageName,
      each.present,
      each.installed,
      each.installedVersionCode,
      each.expectedVersionCode,
      each.sizeBytes,
    ]),
  );
  const found =
    evidence.package === undefined ? [] : [evidence.package.versionCode, evidence.package.versionName];
  return JSON.stringify([tasks.toSorted(byText), presence.toSorted(byText), found]);
}
