import type {
  ContentPresence,
  DownloadTask,
  InstalledPackage,
} from '../../../../shared/contract/devices/reported.ts';
import { byText } from '../../../../shared/domain/kernel/by-text.ts';
import { downloadProgress, downloadState } from '../../../../shared/domain/content/download-state.ts';
import { isNewer } from './package-changes.ts';

/** The three kinds of contents that can be assigned to a device. */
export type ContentKind = 'application' | 'video' | 'file';

/** The contents that a headset last reported. */
export type ReportedInventory = {
  readonly downloads: readonly DownloadTask[];
  readonly installedPackages: readonly InstalledPackage[];
  readonly contentPresence: readonly ContentPresence[];
};

/** An entry of `applications`, `videos` or `files`, reduced to the fields that reports can refer to. */
export type AssignedContent = {
  readonly id?: string | undefined;
  readonly idDetailContent?: string | null | undefined;
  readonly packageName?: string | undefined;
  readonly codeVersion?: number | undefined;
  readonly url?: string | undefined;
  readonly obbUrl?: string | null | undefined;
  readonly name?: string | undefined;
  readonly title?: string | undefined;
  readonly expirationDate?: string | null | undefined;
};

/** An index of an inventory, built once per device in one pass over each list. */
export type InventoryIndex = {
  readonly hasTasks: boolean;
  readonly tasksByUrl: ReadonlyMap<string, readonly DownloadTask[]>;
  /** By the content that a task refers to. */
  readonly tasksByContent: ReadonlyMap<string, readonly DownloadTask[]>;
  readonly tasksByPackage: ReadonlyMap<string, readonly DownloadTask[]>;
  /** Only tasks that name neither URL nor content. */
  readonly tasksByFileName: ReadonlyMap<string, readonly DownloadTask[]>;
  readonly presenceByContent: ReadonlyMap<string, readonly ContentPresence[]>;
  readonly presenceByPackage: ReadonlyMap<string, readonly ContentPresence[]>;
  readonly packages: ReadonlyMap<string, InstalledPackage>;
};

/** Everything reported about one entry. */
export type Evidence = {
  /** The newest task of each URL. */
  readonly tasks: readonly DownloadTask[];
  readonly presence: readonly ContentPresence[];
  readonly package: InstalledPackage | undefined;
};

/** An identifier on the wire has at most this many characters, so an agent may have truncated a URL to it. */
const MAX_ID_LENGTH = 128;

/** Shared empty list, because most entries have no reports in most lists. */
const NONE: readonly never[] = [];

/** Returns the name of an entry where one is needed: its id, else the id of its sheet, its URL or its package. */
export function contentIdOf(entry: AssignedContent): string {
  return filled(entry.id) ?? filled(entry.idDetailContent) ?? filled(entry.url) ?? entry.packageName ?? '';
}

/** Indexes an inventory. The order of its lists makes no difference. */
export function indexInventory(inventory: ReportedInventory): InventoryIndex {
  const index = {
    hasTasks: inventory.downloads.length > 0,
    tasksByUrl: new Map<string, DownloadTask[]>(),
    tasksByContent: new Map<string, DownloadTask[]>(),
    tasksByPackage: new Map<string, DownloadTask[]>(),
    tasksByFileName: new Map<string, DownloadTask[]>(),
    presenceByContent: new Map<string, ContentPresence[]>(),
    presenceByPackage: new Map<string, ContentPresence[]>(),
    packages: new Map<string, InstalledPackage>(),
  };
  for (const task of inventory.downloads) {
    const content = contentOf(task);
    const packageName = named(task.associatedObject?.['packageName']);
    add(index.tasksByUrl, filled(task.url), task);
    add(index.tasksByContent, content, task);
    add(index.tasksByPackage, packageName, task);
    const isNamed = (filled(task.url) ?? content ?? packageName) !== undefined;
    if (!isNamed) add(index.tasksByFileName, filled(task.fileName), task);
  }
  for (const each of inventory.contentPresence) {
    add(index.presenceByContent, filled(each.contentId), each);
    add(index.presenceByPackage, filled(each.packageName), each);
  }
  for (const each of inventory.installedPackages) {
    const { packageName } = each;
    if (packageName === undefined) continue;
    const known = index.packages.get(packageName);
    if (known === undefined || isNewer(each, known)) index.packages.set(packageName, each);
  }
  return index;
}

/** Returns everything reported about an entry: matched by its ids first, then by URL, package and file name. */
export function evidenceOf(entry: AssignedContent, kind: ContentKind, index: InventoryIndex): Evidence {
  const presence = presenceOf(entry, kind, index);
  const packageName = kind === 'application' ? packageOf(entry, presence) : undefined;
  return {
    tasks: newestOfEach(tasksOf(entry, kind, index)),
    presence,
    package: packageName === undefined ? undefined : index.packages.get(packageName),
  };
}

/** Returns true if a quick check shows that nothing was reported about an entry. */
export function isSilentAbout(
  { packageName = '' }: AssignedContent,
  kind: ContentKind,
  index: InventoryIndex,
): boolean {
  if (index.hasTasks || index.presenceByContent.size + index.presenceByPackage.size > 0) return false;
  return kind !== 'application' || !index.packages.has(packageName);
}

/** Returns the package of an application: its own, else the one that the headset reports. */
function packageOf(entry: AssignedContent, presence: readonly ContentPresence[]): string | undefined {
  const assigned = filled(entry.packageName);
  if (assigned !== undefined || presence.length === 0) return assigned;
  const reported = presence.map((each) => filled(each.packageName)).filter((each) => each !== undefined);
  return reported.toSorted(byText)[0];
}

function presenceOf(
  entry: AssignedContent,
  kind: ContentKind,
  index: InventoryIndex,
): readonly ContentPresence[] {
  if (index.presenceByContent.size + index.presenceByPackage.size === 0) return NONE;
  const { id, idDetailContent, url, packageName } = entry;
  const isOfKind = (each: ContentPresence): boolean => (kindNamed(each.type) ?? kind) === kind;
  for (const name of [id, idDetailContent, url, url?.slice(0, MAX_ID_LENGTH)]) {
    const found = at(index.presenceByContent, name);
    if (found.length === 0) continue;
    const ofKind = found.filter(isOfKind);
    if (ofKind.length > 0) return ofKind;
  }
  return kind === 'application' ? at(index.presenceByPackage, packageName).filter(isOfKind) : [];
}

function tasksOf(entry: AssignedContent, kind: ContentKind, index: InventoryIndex): readonly DownloadTask[] {
  if (!index.hasTasks) return NONE;
  const { id, idDetailContent, url, obbUrl, packageName, name } = entry;
  const byAddress = [...at(index.tasksByUrl, url), ...(obbUrl === url ? [] : at(index.tasksByUrl, obbUrl))];
  if (byAddress.length > 0) return byAddress;
  for (const each of [id, idDetailContent]) {
    const found = at(index.tasksByContent, each);
    if (found.length > 0) return found;
  }
  const byPackage = kind === 'application' ? at(index.tasksByPackage, packageName) : [];
  if (byPackage.length > 0) return byPackage;
  return at(index.tasksByFileName, filled(name) ?? lastSegment(url));
}

/** Returns the newest task of each URL, because a list of tasks may contain earlier attempts. */
function newestOfEach(tasks: readonly DownloadTask[]): readonly DownloadTask[] {
  if (tasks.length < 2) return tasks;
  const newest = new Map<string, DownloadTask>();
  for (const task of tasks) {
    const address = task.url ?? '';
    const known = newest.get(address);
    if (known === undefined || isNewerTask(task, known)) newest.set(address, task);
  }
  return [...newest.values()];
}

/** Later start wins, then the higher number; otherwise a running task wins over a failed one. */
function isNewerTask(task: DownloadTask, than: DownloadTask): boolean {
  const [mine, others] = [ageOf(task), ageOf(than)];
  for (const [at, value] of mine.entries()) {
    const other = others[at] ?? -Infinity;
    if (value !== other) return value > other;
  }
  return false;
}

const RANK = { moving: 3, installing: 2, failed: 1, through: 0 } as const;

function ageOf(task: DownloadTask): readonly number[] {
  const { startTime = -Infinity, downloadId = -Infinity } = task;
  return [startTime, downloadId, RANK[downloadState(task)], downloadProgress(task)];
}

/** Returns the content that a task names in `associatedObject`, which an agent fills with the entry it was given. */
function contentOf({ associatedObject }: DownloadTask): string | undefined {
  if (associatedObject === undefined || associatedObject === null) return undefined;
  const { id, contentId, idDetailContent } = associatedObject;
  return named(id) ?? named(contentId) ?? named(idDetailContent);
}

/** Returns the kind that a word names; undefined if none. */
function kindNamed(word: string | undefined): ContentKind | undefined {
  const known = word?.toLowerCase();
  if (known === undefined) return undefined;
  if (known.startsWith('app') || known.startsWith('apk')) return 'application';
  if (known.startsWith('video')) return 'video';
  return known.startsWith('file') ? 'file' : undefined;
}

function lastSegment(url: string | undefined): string | undefined {
  return filled(url?.split(/[?#]/)[0]?.split('/').at(-1));
}

function named(value: unknown): string | undefined {
  return typeof value === 'string' ? filled(value) : undefined;
}

function filled(value: string | null | undefined): string | undefined {
  return value === null || value === '' ? undefined : value;
}

function at<Value>(
  map: ReadonlyMap<string, readonly Value[]>,
  key: string | null | undefined,
): readonly Value[] {
  return key === undefined || key === null || key === '' ? NONE : (map.get(key) ?? NONE);
}

function add<Value>(map: Map<string, Value[]>, key: string | undefined, value: Value): void {
  if (key === undefined) return;
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
