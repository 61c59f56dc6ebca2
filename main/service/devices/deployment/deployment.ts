import type { Settings } from '../../../../shared/contract/configuration/settings/settings.ts';
import type { deploymentSchema } from '../../../../shared/contract/configuration/settings/settings-entries.ts';
import type { z } from 'zod';

import { downloadProgress, downloadState } from '../../../../shared/domain/content/download-state.ts';
import { type ForgottenContent, isForgotten } from './forgotten-content.ts';
import {
  type AssignedContent,
  type ContentKind,
  contentIdOf,
  type Evidence,
  evidenceOf,
  indexInventory,
  isSilentAbout,
  type InventoryIndex,
  type ReportedInventory,
} from '../inventory/inventory.ts';

export type DeploymentStatus = NonNullable<z.infer<typeof deploymentSchema>['status']>;

/** The state of one entry on one headset. Source: the API documentation, "Deployment object". */
export type Deployment = {
  readonly contentId: string;
  readonly type: ContentKind;
  /** Applications only. */
  readonly packageName?: string;
  readonly status: DeploymentStatus;
  /** 0 to 1. */
  readonly progress: number;
  readonly installedVersionCode: number | null;
  readonly expectedVersionCode: number | null;
  readonly computedAt: string;
};

/** The last report of a headset, with the orders to discard parts of it. */
export type Reported = ReportedInventory & { readonly forgotten: readonly ForgottenContent[] };

/** A reported inventory indexed for lookups, at one moment. */
export type DeploymentView = {
  readonly index: InventoryIndex;
  readonly forgotten: readonly ForgottenContent[];
  readonly nowMs: number;
  readonly computedAt: string;
};

/** The lists of settings that hold contents, with the kind of their entries. */
const LISTS = [
  ['applications', 'application'],
  ['videos', 'video'],
  ['files', 'file'],
] as const;

type Contents = Pick<Settings, 'applications' | 'videos' | 'files'>;

/** One entry of the settings with its kind. */
export type KindOfEntry = { readonly kind: ContentKind; readonly entry: AssignedContent };

/** The state of one entry on a headset. `version` is null if there is none or none was reported. */
type InstalledState = {
  readonly isOnHeadset: boolean;
  readonly isRight: boolean;
  readonly version: number | null;
};

type Progress = { readonly status: DeploymentStatus; readonly progress: number };

const NOT_YET: Progress = { status: 'ASSIGNED', progress: 0 };
const NOT_INSTALLED: InstalledState = { isOnHeadset: false, isRight: false, version: null };

/** Indexes an inventory once per device, whatever the number of its entries. */
export function viewOf(reported: Reported, nowMs: number): DeploymentView {
  const computedAt = new Date(nowMs).toISOString();
  return { index: indexInventory(reported), forgotten: reported.forgotten, nowMs, computedAt };
}

/**
 * Returns the state of one entry, from what is assigned and what the headset last reported. Total and pure. The first
 * rule that applies:
 * 1. Expired: `REMOVING` while the headset reports it; nothing afterwards.
 * 2. A running download or installation: `DOWNLOADING` (also waiting or paused) or `INSTALLING`.
 * 3. Present in the assigned version: `INSTALLED`. Without an assigned version any version will do. For the version,
 * `installedPackages` takes precedence over `contentPresence`.
 * 4. A failed download: `FAILED`.
 * 5. Present in another version: `OUTDATED`.
 * 6. Downloaded and not yet present: `INSTALLING`.
 * 7. Otherwise, and if the report is to be discarded: `ASSIGNED`.
 */
export function deploymentOf(
  entry: AssignedContent,
  kind: ContentKind,
  view: DeploymentView,
): Deployment | undefined {
  if (!isSilentAbout(entry, kind, view.index)) return weigh(entry, kind, view);
  const known = silent.get(entry);
  if (known?.nowMs === view.nowMs && known.kind === kind) return known.deployment;
  const deployment = weigh(entry, kind, view);
  silent.set(entry, { nowMs: view.nowMs, kind, deployment });
  return deployment;
}

/** Cached, because a bulk reply shows the same entries many times, nearly always without a report. */
const silent = new WeakMap<
  AssignedContent,
  { readonly nowMs: number; readonly kind: ContentKind; readonly deployment: Deployment | undefined }
>();

function weigh(entry: AssignedContent, kind: ContentKind, view: DeploymentView): Deployment | undefined {
  const contentId = contentIdOf(entry);
  const evidence = evidenceOf(entry, kind, view.index);
  const reported = installedStateOf(entry, kind, evidence);
  const isOver = isExpired(entry, view.nowMs);
  if (isOver && !reported.isOnHeadset && !isInProgress(evidence)) return undefined;
  const isIgnored = !isOver && isForgotten(view.forgotten, { kind, contentId, evidence });
  const installed = isIgnored ? NOT_INSTALLED : reported;
  const current = isIgnored ? NOT_YET : statusOf(evidence, installed);
  const isApplication = kind === 'application';
  return {
    contentId,
    type: kind,
    ...(isApplication && entry.packageName !== undefined ? { packageName: entry.packageName } : {}),
    ...(isOver ? { status: 'REMOVING', progress: 0 } : current),
    installedVersionCode: isApplication ? installed.version : null,
    expectedVersionCode: isApplication ? (entry.codeVersion ?? null) : null,
    computedAt: view.computedAt,
  };
}

/** Returns every content entry, in the order of the settings. */
export function contentsOf(settings: Contents): readonly KindOfEntry[] {
  return LISTS.flatMap(([list, kind]) => (settings[list] ?? []).map((entry) => ({ kind, entry })));
}

/** Returns the settings with the deployment of every application, video and file in its entry. */
export function withDeployments(settings: Settings, reported: Reported, nowMs: number): Settings {
  const { applications = [], videos = [], files = [] } = settings;
  if (applications.length + videos.length + files.length === 0) return settings;
  const view = viewOf(reported, nowMs);
  const withDeployments = <Entry extends AssignedContent>(entries: readonly Entry[], kind: ContentKind) =>
    entries.map((entry) => ({ ...entry, deployment: deploymentOf(entry, kind, view) }));
  return {
    ...settings,
    ...(settings.applications === undefined
      ? {}
      : { applications: withDeployments(applications, 'application') }),
    ...(settings.videos === undefined ? {} : { videos: withDeployments(videos, 'video') }),
    ...(settings.files === undefined ? {} : { files: withDeployments(files, 'file') }),
  };
}

function statusOf(evidence: Evidence, installed: InstalledState): Progress {
  if (evidence.tasks.length === 0) return withoutTasks(evidence, installed);
  const states = evidence.tasks.map(downloadState);
  if (states.includes('moving')) return { status: 'DOWNLOADING', progress: shareArrived(evidence) };
  if (states.includes('installing')) return { status: 'INSTALLING', progress: 1 };
  if (states.includes('failed') && !installed.isRight) {
    return { status: 'FAILED', progress: shareArrived(evidence) };
  }
  const isDownloaded = states.includes('through') && !installed.isOnHeadset;
  return isDownloaded ? { status: 'INSTALLING', progress: 1 } : withoutTasks(evidence, installed);
}

function withoutTasks(evidence: Evidence, { isOnHeadset, isRight }: InstalledState): Progress {
  if (isRight) return { status: 'INSTALLED', progress: 1 };
  if (isOnHeadset) return { status: 'OUTDATED', progress: 0 };
  return isPresent(evidence) ? { status: 'INSTALLING', progress: 1 } : NOT_YET;
}

function installedStateOf(entry: AssignedContent, kind: ContentKind, evidence: Evidence): InstalledState {
  const { presence } = evidence;
  if (presence.length === 0 && evidence.package === undefined) return NOT_INSTALLED;
  const isInstalled = presence.some(({ installed }) => installed === true);
  if (kind !== 'application') {
    const isOnHeadset = isInstalled || isPresent(evidence);
    return { isOnHeadset, isRight: isOnHeadset, version: null };
  }
  const reported = highest(presence.map(({ installedVersionCode }) => installedVersionCode));
  const version = evidence.package?.versionCode ?? reported;
  const isOnHeadset = evidence.package !== undefined || isInstalled || isOlderInstalled(entry, reported);
  if (!isOnHeadset) return NOT_INSTALLED;
  const { codeVersion } = entry;
  if (codeVersion === undefined || version !== null) {
    return { isOnHeadset, isRight: codeVersion === undefined || version === codeVersion, version };
  }
  // No source states a version: the headset is right if the version it expects is the assigned one.
  const wanted = highest(presence.map(({ expectedVersionCode }) => expectedVersionCode));
  return { isOnHeadset, isRight: wanted === null || wanted === codeVersion, version };
}

/**
 * Returns true if the headset reports "not installed" and still names a version: the one before the assigned one is
 * present.
 */
function isOlderInstalled(entry: AssignedContent, version: number | null): boolean {
  return version !== null && version > 0 && version !== entry.codeVersion;
}

/** Returns the share of all downloads of an entry that has arrived, 0 to 1; each counts equally. */
function shareArrived({ tasks }: Evidence): number {
  const shares = tasks.map((task) => (downloadState(task) === 'through' ? 1 : downloadProgress(task)));
  return shares.length === 0
    ? 0
    : shares.toSorted(byNumber).reduce((sum, each) => sum + each) / shares.length;
}

function isInProgress(evidence: Evidence): boolean {
  const isMoving = evidence.tasks.some((task) => ['moving', 'installing'].includes(downloadState(task)));
  return isMoving || isPresent(evidence);
}

function isPresent({ presence }: Evidence): boolean {
  return presence.some(({ present }) => present === true);
}

function isExpired({ expirationDate }: AssignedContent, nowMs: number): boolean {
  return typeof expirationDate === 'string' && Date.parse(expirationDate) <= nowMs;
}

function highest(versions: readonly (number | null | undefined)[]): number | null {
  const known = versions.filter((each) => typeof each === 'number');
  return known.length === 0 ? null : Math.max(...known);
}

function byNumber(a: number, b: number): number {
  return a - b;
}
