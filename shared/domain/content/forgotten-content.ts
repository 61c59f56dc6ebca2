import { byText } from '../kernel/by-text.ts';
import type { ContentKind, Evidence } from '../devices/inventory.ts';

/**
 * An order to forget what a headset reported of one entry (`force`). It holds until the headset has said something new:
 * - it names a settings revision as applied that is at least `revision`, the one that the order made; or
 * - what it reports of the entry differs from `evidence`, what it had reported when the order was given (a headset that
 *   never names a revision shows by its download that it began again).
 * The same report once more, from before the order reached the headset, changes nothing. A headset that never names a
 * revision and says the same a quarter of an hour after it could know means it: see `ordersAfterReport`.
 */
export type ForgottenContent = {
  readonly kind: ContentKind;
  readonly contentId: string;
  readonly revision: number;
  readonly evidence: string;
  /** When the headset reported first since the order, and learned of it in the answer; it had not where there is none. */
  readonly toldAtMs?: number;
};

/** How long a headset that names no revision may say the same from before an order to forget. */
const REPEATS_MS = 15 * 60_000;

/** What was reported of an entry now. */
export type EvidenceOfContent = {
  readonly kind: ContentKind;
  readonly contentId: string;
  readonly evidence: Evidence;
};

/** True while what is reported of an entry is what an order wants forgotten. */
export function isForgotten(forgotten: readonly ForgottenContent[], now: EvidenceOfContent): boolean {
  if (forgotten.length === 0) return false;
  const order = forgotten.find(({ kind, contentId }) => kind === now.kind && contentId === now.contentId);
  return order !== undefined && order.evidence === evidenceText(now.evidence);
}

/** The orders that a headset has not carried out, which last applied `appliedRevision` (null = it never said). */
export function ordersNotApplied(
  forgotten: readonly ForgottenContent[],
  appliedRevision: number | null,
): readonly ForgottenContent[] {
  return appliedRevision === null
    ? forgotten
    : forgotten.filter(({ revision }) => revision > appliedRevision);
}

/** The orders that still hold after a report that repeats what they want forgotten. `appliedRevision` null = it never said. */
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

/**
 * The orders with further ones; a later one about the same entry takes the place of the earlier. Of what was never
 * reported there is nothing to forget.
 */
export function withOrders(
  forgotten: readonly ForgottenContent[],
  entries: readonly EvidenceOfContent[],
  revision: number,
): readonly ForgottenContent[] {
  const isAgain = (order: ForgottenContent): boolean =>
    entries.some(({ kind, contentId }) => kind === order.kind && contentId === order.contentId);
  const reported = entries.filter(({ evidence }) => !isNothing(evidence));
  const added = reported.map(({ kind, contentId, evidence }) => ({
    kind,
    contentId,
    revision,
    evidence: evidenceText(evidence),
  }));
  return [...forgotten.filter((order) => !isAgain(order)), ...added];
}

function isNothing(evidence: Evidence): boolean {
  return evidence.tasks.length + evidence.presence.length === 0 && evidence.package === undefined;
}

/** What was reported, as text to compare: the same whatever the order of the lists. */
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
