import { createReadStream } from 'node:fs';
import posix from 'node:path/posix';

import { type AdbConnection, CableError, countedBytes, isGone, SPARE_BYTES } from '../../adb/connection.ts';
import { installApp, obbPath, unpackedBytes } from '../../adb/install-app.ts';
import { putWhole } from '../../adb/put-whole.ts';
import type { Fetcher } from '../../agent/contents/fetcher.ts';
import { contentsWanted, isOtherBinary, type Wanted } from '../../agent/contents/wanted.ts';
import type { HeadsetReport } from '../../agent/headset.ts';
import { readFreeBytes } from '../../../shared/domain/enrolment/cable/answers.ts';
import type { Settings } from '../../../shared/contract/configuration/settings/settings.ts';
import { readBattery } from '../readers/hardware.ts';
import { isPackageName } from '../readers/software.ts';
import { installedVersion } from './apps.ts';
import type { LocalCopies, LocalFile } from './local-copies.ts';
import { isOwnPath, type Managed, readManaged, writeManaged } from './managed-files.ts';

/** The charge below which nothing is installed unless the headset is charging, in percent. */
const LEAST_CHARGE_PERCENT = 10;
/** Reasons that may end without a new order: such a content is tried again as soon as they have. */
const PASSING: ReadonlySet<string> = new Set(['NOT_ENOUGH_STORAGE', 'BATTERY_LOW']);

type Task = NonNullable<HeadsetReport['downloads']>[number];
/** `sizeBytes`: what there was no space for; null: something else was missing, or only a new order tries it again. */
type Failed = Readonly<{ wanted: Wanted; reason: string; sizeBytes: number | null }>;

/** What contents need of the headset and of its agent. */
export type ContentsOptions = Readonly<{
  /** @throws {CableError} if the headset is not connected. */
  adb: () => AdbConnection;
  fetcher: () => Fetcher | null;
  copies: LocalCopies;
  /** Over which kind of connection it is reached now. */
  lane: () => keyof LocalCopies['lanes'];
  happened: (type: string, payload: Record<string, unknown>) => void;
  /** Something that a report says has changed. */
  changed: () => void;
}>;

/**
 * The contents of one headset: what is assigned is downloaded to this computer, checked, and put on the headset whole
 * or not at all; what is unassigned is removed, if Muster put it there.
 */
export class AdbContents {
  readonly #of: ContentsOptions;
  #wanted: readonly Wanted[] = [];
  #isAllowed = true;
  #managed: Managed[] | null = null;
  readonly #failed = new Map<string, Failed>();
  #task: Task | null = null;
  #downloads = 0;
  #named: ReadonlySet<string> = new Set();
  #known: ReadonlySet<string> = new Set();

  constructor(of: ContentsOptions) {
    this.#of = of;
  }

  /** Names of contents whose state the station has received. */
  get known(): ReadonlySet<string> {
    return this.#known;
  }

  /** Returns the path of a video or file that is on the headset; null if it is not there. */
  pathOf(contentId: string): string | null {
    return (
      this.#managed?.find((each) => each.contentId === contentId && each.packageName === null)?.paths[0] ??
      null
    );
  }

  /** True while an app is assigned, and nothing is known that keeps it from being installed. */
  isComing(packageName: string): boolean {
    const wanted = this.#wanted.find((each) => each.packageName === packageName);
    return this.#isAllowed && wanted !== undefined && wanted.urls.length > 0 && !this.#failed.has(wanted.key);
  }

  /** The last report arrived. */
  confirm(): void {
    this.#known = this.#named;
  }

  /** Assigns these contents and no others; `follow` carries it out. */
  setWanted(settings: Settings, known: ReadonlySet<string>): void {
    const now = Date.now();
    const all = contentsWanted(settings).filter(
      ({ expiresAtMs }) => expiresAtMs === null || expiresAtMs > now,
    );
    for (const each of all) {
      const failed = this.#failed.get(each.key);
      // Assigned again, or something else: try it again. So is what lacked space or charge.
      const isAgain = each.isReassigned && known.has(each.key) && this.#known.has(each.key);
      if (
        failed !== undefined &&
        (isAgain || PASSING.has(failed.reason) || isOtherBinary(each, failed.wanted))
      )
        this.#failed.delete(each.key);
    }
    for (const key of this.#failed.keys())
      if (!all.some((each) => each.key === key)) this.#failed.delete(key);
    this.#wanted = all;
    this.#isAllowed = settings.isContentDownloadAllowed !== false;
  }

  /** Another connection: what is on the headset is read again. */
  reset(): void {
    this.#managed = null;
  }

  /**
   * Makes the headset have what is assigned, one content after another.
   * @throws {CableError} if it is disconnected: what is done stays, the rest follows with the next call.
   */
  async follow(signal: AbortSignal): Promise<void> {
    const managed = (this.#managed ??= await readManaged(this.#of.adb()));
    await this.#retryPassed();
    for (const each of managed) {
      if (!this.#wanted.some(({ key }) => key === each.key)) await this.#remove(each, 'UNASSIGNED');
    }
    for (const wanted of this.#wanted) {
      if (signal.aborted || !this.#isAllowed) return;
      if (wanted.urls.length === 0 || this.#failed.has(wanted.key) || (await this.#isPresent(wanted)))
        continue;
      await this.#bring(wanted, signal);
    }
  }

  /** Removes everything that Muster put on the headset. @throws {CableError} */
  async clear(): Promise<void> {
    for (const each of await readManaged(this.#of.adb())) await this.#remove(each, 'UNENROLLED');
    this.#wanted = [];
  }

  report(): Pick<HeadsetReport, 'contentPresence' | 'downloads'> {
    const held = this.#managed ?? [];
    const isHeld = (key: string): Managed | undefined => held.find((each) => each.key === key);
    this.#named = new Set([...held.map(({ key }) => key), ...this.#failed.keys()]);
    return {
      contentPresence: this.#wanted.map((wanted) => {
        const found = isHeld(wanted.key);
        return {
          contentId: wanted.contentId,
          type: wanted.kind,
          packageName: wanted.packageName,
          present: found !== undefined,
          installed: found !== undefined,
          ...(found === undefined ? {} : { sizeBytes: found.sizeBytes }),
          installedVersionCode: found?.versionCode ?? null,
          expectedVersionCode: wanted.versionCode,
          managedPaths: [...(found?.paths ?? [])],
        };
      }),
      downloads: [
        ...(this.#task === null ? [] : [this.#task]),
        ...[...this.#failed.values()].map(({ wanted }) => taskOf(wanted, { status: 'FAILED' })),
      ],
    };
  }

  /** True if exactly what is wanted is there. What a person removed from the headset is not. */
  async #isPresent(wanted: Wanted): Promise<boolean> {
    const held = this.#managed?.find(({ key }) => key === wanted.key);
    if (held === undefined) return false;
    const isSame =
      wanted.kind === 'application' ? isVersion(wanted, held) : held.paths.includes(pathOf(wanted));
    const isThere = wanted.kind === 'application' ? this.#isInstalled(held) : this.#isFile(held);
    if (isSame && (await isThere)) return true;
    if (!isSame && wanted.kind !== 'application') await this.#remove(held, 'REPLACED');
    return false;
  }

  async #isInstalled({ packageName, versionCode }: Managed): Promise<boolean> {
    if (packageName === null) return false;
    return (await installedVersion(this.#of.adb(), packageName)) === versionCode;
  }

  async #isFile({ paths, sizeBytes }: Managed): Promise<boolean> {
    const [path = ''] = paths;
    const { stdout } = await this.#of.adb().run(['stat', '-c', '%s', path]);
    return Number(stdout.trim()) === sizeBytes;
  }

  /** Lets those be tried again that lacked charge or space, and have it now. */
  async #retryPassed(): Promise<void> {
    const adb = this.#of.adb();
    for (const [key, { reason, sizeBytes }] of this.#failed) {
      if (!PASSING.has(reason)) continue;
      const lacks = await (
        reason === 'BATTERY_LOW' ? requireCharge(adb) : requireSpace(adb, sizeBytes ?? Infinity)
      ).then(
        () => false,
        (error: unknown) => {
          if (!(error instanceof CableError) || isGone(error)) throw error;
          return true;
        },
      );
      if (!lacks) this.#failed.delete(key);
    }
  }

  async #bring(wanted: Wanted, signal: AbortSignal): Promise<void> {
    const { happened, changed, fetcher, copies, lane } = this.#of;
    const bytes = fetcher();
    if (bytes === null) return;
    this.#downloads += 1;
    const task = (more: Partial<Task>): void => {
      this.#task = taskOf(wanted, { downloadId: this.#downloads, ...more });
      changed();
    };
    const onProgress = reportedNowAndThen((lastBytes, totalBytes) => {
      const progress = totalBytes > 0 ? Math.min(1, lastBytes / totalBytes) : 0;
      task({ status: 'RUNNING', lastBytes, totalBytes, progress });
    });
    const turn = copies.lanes[lane()];
    await turn.acquire();
    let size: number | null = null;
    try {
      if (signal.aborted) return;
      // Before the download, which would be in vain.
      if (wanted.kind === 'application') await requireCharge(this.#of.adb());
      task({ status: 'RUNNING', progress: 0, lastBytes: 0 });
      happened('DOWNLOAD_STARTED', { ...subjectOf(wanted), url: wanted.urls[0] });
      await copies.use(wanted, { fetcher: bytes, signal, onProgress }, async (files) => {
        const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
        size = sizeBytes;
        happened('DOWNLOAD_COMPLETED', { ...subjectOf(wanted), totalBytes: sizeBytes });
        task({ status: 'INSTALLING', progress: 1, totalBytes: sizeBytes, lastBytes: sizeBytes });
        await this.#put(wanted, files, sizeBytes);
      });
    } catch (error) {
      if (signal.aborted) return;
      // It was unplugged: that says nothing about the content.
      if (error instanceof CableError && isGone(error)) throw error;
      const reason = reasonOf(error);
      // Where the installer itself lacked space, our own check would pass at once, and it would be repeated for ever.
      const isOwnCheck = error instanceof CableError && error.failure === 'NO_ROOM';
      this.#failed.set(wanted.key, { wanted, reason, sizeBytes: isOwnCheck ? size : null });
      happened('DOWNLOAD_FAILED', { ...subjectOf(wanted), reason });
    } finally {
      turn.release();
      this.#task = null;
      changed();
    }
  }

  /** Puts downloaded files on the headset, and stores that. */
  async #put(wanted: Wanted, files: readonly LocalFile[], sizeBytes: number): Promise<void> {
    const { adb, happened } = this.#of;
    const { key, kind, contentId, packageName } = wanted;
    await requireSpace(adb(), sizeBytes);
    if (kind === 'application') await requireCharge(adb());
    const paths = await (kind === 'application' ? install : put)(adb(), wanted, files);
    const versionCode = packageName === null ? null : await versionOf(adb(), packageName);
    await this.#store({ key, kind, contentId, packageName, versionCode, paths, sizeBytes });
    if (kind === 'application') happened('APP_INSTALLED', { ...subjectOf(wanted), versionCode });
  }

  async #store(entry: Managed): Promise<void> {
    const others = (this.#managed ?? []).filter(({ key }) => key !== entry.key);
    await writeManaged(this.#of.adb(), [...others, entry]);
    this.#managed = [...others, entry];
  }

  async #remove(held: Managed, reason: string): Promise<void> {
    const adb = this.#of.adb();
    const { packageName, contentId, kind, versionCode } = held;
    if (packageName !== null && isPackageName(packageName)) {
      await adb.run(['pm', 'uninstall', packageName]);
      // Refused, as by a device owner: it is still there, and is tried again.
      if ((await installedVersion(adb, packageName)) !== undefined) return;
    }
    for (const path of held.paths.filter(isOwnPath)) await adb.run(['rm', '-f', path]);
    const others = (this.#managed ?? (await readManaged(adb))).filter(({ key }) => key !== held.key);
    await writeManaged(adb, others);
    this.#managed = others;
    const subject = packageName === null ? { contentId } : { contentId, packageName };
    if (kind === 'application') this.#of.happened('APP_UNINSTALLED', { ...subject, versionCode, reason });
    this.#of.happened('CONTENT_REMOVED', { ...subject, type: kind, reason });
    this.#of.changed();
  }
}

/** Reports progress at most every five seconds. */
function reportedNowAndThen(report: (arrivedBytes: number, totalBytes: number) => void): typeof report {
  let reportedAtMs = performance.now();
  return (...progress) => {
    if (performance.now() - reportedAtMs < 5_000) return;
    reportedAtMs = performance.now();
    report(...progress);
  };
}

async function requireSpace(adb: AdbConnection, sizeBytes: number): Promise<void> {
  const free = readFreeBytes((await adb.run(['df', '-k', '/data'])).stdout);
  if (free !== null && free < sizeBytes + SPARE_BYTES) throw new CableError('NO_ROOM', `${free} bytes free`);
}

/** An installation that the battery does not outlast leaves the app half optimised. */
async function requireCharge(adb: AdbConnection): Promise<void> {
  const battery = readBattery((await adb.run(['dumpsys', 'battery'])).stdout);
  if (battery?.level === undefined || battery.isCharging === true) return;
  if (battery.level < LEAST_CHARGE_PERCENT) throw new CableError('BATTERY_LOW', `${battery.level} %`);
}

/** Reads back what was just installed. @throws {Error} if the file was another package. */
async function versionOf(adb: AdbConnection, packageName: string): Promise<number | null> {
  const version = await installedVersion(adb, packageName);
  if (version === undefined) throw new Error('OTHER_PACKAGE');
  return version;
}

/** Installs an app with its expansion files. Returns the paths of what lies beside the app. */
async function install(adb: AdbConnection, wanted: Wanted, files: readonly LocalFile[]): Promise<string[]> {
  const [app, obb] = files;
  const { packageName } = wanted;
  if (app === undefined || packageName === null || !isPackageName(packageName))
    throw new Error('INVALID_CONTENT');
  // A bundle may need more space than its file has.
  await requireSpace(adb, (await unpackedBytes(app)) + (obb?.sizeBytes ?? 0));
  // First what may fail without a trace: an app without its expansion file would start and fail.
  const paths =
    obb === undefined ? [] : [await putFile(adb, obbPath(packageName, posix.basename(obb.name)), obb)];
  try {
    paths.push(...(await installApp(adb, app, packageName, () => undefined)));
  } catch (error) {
    // Whole or not at all: without its app it would only take space. An earlier version of the app may use it.
    const isThere = (await installedVersion(adb, packageName).catch(() => null)) !== undefined;
    for (const path of isThere ? [] : paths) await adb.run(['rm', '-f', path]).catch(() => undefined);
    throw error;
  }
  return paths;
}

async function put(adb: AdbConnection, wanted: Wanted, files: readonly LocalFile[]): Promise<string[]> {
  const [file] = files;
  return file === undefined ? [] : [await putFile(adb, pathOf(wanted), file)];
}

/** Writes a file where Muster may write, whole or not at all. */
async function putFile(adb: AdbConnection, path: string, file: LocalFile): Promise<string> {
  if (!isOwnPath(path)) throw new Error('PATH_NOT_ALLOWED');
  const chunks = countedBytes(createReadStream(file.path), file.sizeBytes, () => undefined);
  await putWhole(adb, path, { sha256: file.sha256, chunks });
  return path;
}

function pathOf({ dir, fileName }: Wanted): string {
  return `${dir.replace(/\/+$/, '')}/${posix.basename(fileName)}`;
}

/** An application without a wanted version is the one that was installed for its URL. */
function isVersion(wanted: Wanted, held: Managed): boolean {
  return (
    wanted.packageName === held.packageName &&
    (wanted.versionCode === null || wanted.versionCode === held.versionCode)
  );
}

function subjectOf({ contentId, packageName }: Wanted): Record<string, unknown> {
  return packageName === null ? { contentId } : { contentId, packageName };
}

function taskOf({ kind, contentId, packageName, urls, dir, fileName }: Wanted, more: Partial<Task>): Task {
  return {
    url: urls[0] ?? '',
    dir,
    fileName,
    typeFile: kind,
    associatedObject: { contentId, packageName },
    ...more,
  };
}

/** The reason as the station and its screens know it; else the headset's own words. */
function reasonOf(error: unknown): string {
  if (!(error instanceof CableError)) return error instanceof Error ? error.message : String(error);
  if (error.failure === 'DIGEST_WRONG') return 'HASH_MISMATCH';
  if (error.failure === 'NO_ROOM' || error.advice === 'FREE_SPACE') return 'NOT_ENOUGH_STORAGE';
  return /\b(INSTALL_[A-Z_]{1,60})\b/.exec(error.message)?.[1] ?? error.failure;
}
