import type { ResultReason } from '../../../contract/configuration/plans.ts';
import { contentsOf, deploymentOf, type KindOfEntry } from '../../content/deployment.ts';
import { contentIdOf } from '../../devices/inventory.ts';
import { settingsNotInEffect, type Standing } from './in-effect.ts';
import { leavesOf } from './parts.ts';

/** What a headset was sent, and what it says of it. */
export type Sent = Standing & {
  /** The settings revision that was written for it. */
  readonly sentRevision: number;
  /** The one it says it has applied; null: none. */
  readonly appliedRevision: number | null;
  /** The contents that it was sent anew. */
  readonly contents: readonly KindOfEntry[];
  /** The single settings that it was sent anew. */
  readonly paths: ReadonlySet<string>;
};

/** How far a headset is with what it was sent; `progress` of its contents, 0 to 1. */
export type Verdict =
  | { readonly state: 'sent' }
  | { readonly state: 'applying'; readonly progress: number }
  /** `unproven`: the first setting that it was sent and that its agent never reports; null where all is proved. */
  | { readonly state: 'confirmed'; readonly unproven: string | null }
  | { readonly state: 'failed'; readonly reason: ResultReason };

/**
 * How far a headset is. It has confirmed when it says that it applied the revision, every content that it was sent is
 * installed, and nothing that it says of its settings is otherwise. Pure.
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
    // What has expired is wanted no more.
    progress +=
      deployment === undefined || deployment.status === 'INSTALLED' ? 1 : deployment.progress * 0.99;
  }
  if (progress < contents.length) return { state: 'applying', progress: progress / contents.length };
  // A kiosk waits for its application: what is in effect counts once the contents are there.
  const wrong = settingsNotInEffect(sent).find(({ path }) => paths.has(path));
  if (wrong === undefined) return { state: 'confirmed', unproven: unprovenOf(sent) };
  const kiosk = kioskOf(sent);
  if (kiosk !== undefined && wrong.path.startsWith(KIOSK) && isMissing(kiosk, view)) {
    const message = `${kiosk} is not installed, so the kiosk cannot start`;
    return { state: 'failed', reason: { code: 'APP_NOT_INSTALLED', message, subject: kiosk } };
  }
  const message = `${wrong.path} is reported as ${JSON.stringify(wrong.reported)} instead of ${JSON.stringify(wrong.wanted)}`;
  return { state: 'failed', reason: { code: 'NOT_IN_EFFECT', message, subject: wrong.path } };
}

/** The first setting that was sent and that the headset says nothing of, though its maker does not rule it out. */
function unprovenOf({ wanted, effective, paths, factsOf }: Sent): string | null {
  const said = effective === undefined ? undefined : leavesOf(effective);
  const silent = [...leavesOf(wanted).keys()].find(
    (path) => paths.has(path) && said?.has(path) !== true && factsOf(path)?.support !== 'no',
  );
  return silent ?? null;
}

const KIOSK = 'kioskMode.';

/** The application of the kiosk that is wanted; undefined for none. */
function kioskOf({ wanted }: Sent): string | undefined {
  return wanted.kioskMode?.isActive === true ? wanted.kioskMode.packageName : undefined;
}

/** The contents to wait for: those that were sent, and the application of a kiosk that an earlier change assigned. */
function awaited(sent: Sent): readonly KindOfEntry[] {
  const { contents, wanted, paths } = sent;
  const kiosk = kioskOf(sent);
  if (kiosk === undefined || ![...paths].some((path) => path.startsWith(KIOSK))) return contents;
  const isKiosk = ({ kind, entry }: KindOfEntry): boolean =>
    kind === 'application' && entry.packageName === kiosk;
  return contents.some(isKiosk) ? contents : [...contents, ...contentsOf(wanted).filter(isKiosk)];
}

/** True where the headset said what is installed, and this is not. */
function isMissing(packageName: string, { index }: Sent['view']): boolean {
  return index.packages.size > 0 && !index.packages.has(packageName);
}
