import type { ResultReason } from '../../../../shared/contract/configuration/plans/plans.ts';
import { contentsOf, deploymentOf, type KindOfEntry } from '../../devices/deployment/index.ts';
import { contentIdOf } from '../../devices/inventory/index.ts';
import { type Compliance, firstNotInEffect, leavesOf } from '../../devices/comparison/index.ts';

/** The settings and contents that a headset was sent, and its report. */
export type Sent = Compliance & {
  /** The settings revision that was sent. */
  readonly sentRevision: number;
  /** The revision that it reports as applied; null: none. */
  readonly appliedRevision: number | null;
  /** The contents that were sent again. */
  readonly contents: readonly KindOfEntry[];
  /** The single settings that were sent again, and the keys of Wi-Fi networks. */
  readonly paths: ReadonlySet<string>;
};

/** State of a headset in a rollout; `progress` of its contents, 0 to 1. */
export type Verdict =
  | { readonly state: 'sent' }
  | { readonly state: 'applying'; readonly progress: number }
  /** `unproven`: the first setting sent that its agent never reports; null if everything is confirmed. */
  | { readonly state: 'confirmed'; readonly unproven: string | null }
  | { readonly state: 'failed'; readonly reason: ResultReason };

/**
 * Returns the state of a headset. It has confirmed once it reports the revision as applied, every content sent is
 * installed, and no reported setting differs. Pure.
 */
export function judgeSent(sent: Sent): Verdict {
  const { sentRevision, appliedRevision, view, paths } = sent;
  if (appliedRevision === null || appliedRevision < sentRevision) return { state: 'sent' };
  const contents = awaited(sent);
  let progress = 0;
  for (const { kind, entry } of contents) {
    const deployment = deploymentOf(entry, kind, view);
    if (deployment?.status === 'FAILED') {
      const subject = entry.packageName ?? entry.title ?? entry.name ?? contentIdOf(entry);
      const message = `${subject} could not be loaded`;
      return { state: 'failed', reason: { code: 'CONTENT_FAILED', message, subject } };
    }
    // Expired contents are no longer desired.
    progress +=
      deployment === undefined || deployment.status === 'INSTALLED' ? 1 : deployment.progress * 0.99;
  }
  if (progress < contents.length) return { state: 'applying', progress: progress / contents.length };
  // A kiosk needs its application: settings count only once the contents are installed.
  const wrong = firstNotInEffect(sent, paths);
  if (wrong === undefined) return { state: 'confirmed', unproven: unprovenOf(sent) };
  const kiosk = kioskOf(sent);
  if (kiosk !== undefined && wrong.path.startsWith(KIOSK) && isMissing(kiosk, view)) {
    const message = `${kiosk} is not installed, so the kiosk cannot start`;
    return { state: 'failed', reason: { code: 'APP_NOT_INSTALLED', message, subject: kiosk } };
  }
  if (wrong.entry !== null) {
    const message = `The headset did not save the Wi-Fi network ${wrong.entry.name}`;
    return { state: 'failed', reason: { code: 'NOT_IN_EFFECT', message, subject: wrong.entry.name } };
  }
  const message = `${wrong.path} is reported as ${JSON.stringify(wrong.reported)} instead of ${JSON.stringify(wrong.wanted)}`;
  return { state: 'failed', reason: { code: 'NOT_IN_EFFECT', message, subject: wrong.path } };
}

/** Returns the first setting sent that the headset does not report, although its manufacturer does not rule it out. */
function unprovenOf({ wanted, effective, paths, factsOf }: Sent): string | null {
  const reported = effective === undefined ? undefined : leavesOf(effective);
  const silent = [...leavesOf(wanted).keys()].find(
    (path) => paths.has(path) && reported?.has(path) !== true && factsOf(path)?.support !== 'no',
  );
  return silent ?? null;
}

const KIOSK = 'kioskMode.';

/** Returns the application of the assigned kiosk; undefined for none. */
function kioskOf({ wanted }: Sent): string | undefined {
  return wanted.kioskMode?.isActive === true ? wanted.kioskMode.packageName : undefined;
}

/** Returns the contents to wait for: those sent, and the application of a kiosk that an earlier change assigned. */
function awaited(sent: Sent): readonly KindOfEntry[] {
  const { contents, wanted, paths } = sent;
  const kiosk = kioskOf(sent);
  if (kiosk === undefined || ![...paths].some((path) => path.startsWith(KIOSK))) return contents;
  const isKiosk = ({ kind, entry }: KindOfEntry): boolean =>
    kind === 'application' && entry.packageName === kiosk;
  return contents.some(isKiosk) ? contents : [...contents, ...contentsOf(wanted).filter(isKiosk)];
}

/** Returns true if the headset reported its packages, and this one is missing. */
function isMissing(packageName: string, { index }: Sent['view']): boolean {
  return index.packages.size > 0 && !index.packages.has(packageName);
}
