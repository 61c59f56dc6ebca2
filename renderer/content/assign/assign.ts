import type { z } from 'zod';

import { configureDevices } from '../../../shared/contract/configuration/configure.ts';
import { patchFiles, patchVideos } from '../../../shared/contract/configuration/contents.ts';
import { getLibraryItem, listLibrary } from '../../../shared/contract/content/library.ts';
import { getDevice, MAX_BULK_IDS } from '../../../shared/contract/devices/devices.ts';
import type { LibraryEntryView, LibraryItemView } from '../../../shared/contract/content/library.ts';
import { libraryPath } from '../../../shared/domain/content/library-address.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';

/** Result of an assignment. */
export type Assigned = { readonly done: number; readonly failed: readonly NotAssigned[] };
export type NotAssigned = {
  readonly id: string;
  readonly refusal: Pick<Refusal, 'refused' | 'message'>;
};

export type Assignment = {
  readonly item: LibraryItemView;
  /** The expansion file of an application; null if there is none. */
  readonly obb: LibraryItemView | null;
  readonly ids: readonly string[];
  /** URL at which headsets reach this station; null if they cannot. */
  readonly origin: string | null;
  readonly onEach: (done: number) => void;
};

/** Headsets read at once. */
const CONCURRENCY = 4;
/** Number of headsets per request. */
const BATCH = 200;
/** Maximum number of attempts if somebody else changes the same headset meanwhile. */
const TRIES = 3;

type Applications = NonNullable<z.input<typeof configureDevices.body>['settings']['applications']>;

/** Assigns an item to headsets. One failure does not stop the others. */
export function assign(assignment: Assignment): Promise<Assigned> {
  return assignment.item.apk !== null && assignment.item.kind === 'application'
    ? assignApplication(assignment, assignment.item.apk)
    : assignFile(assignment);
}

/** Returns the URL of an item for settings: the one it was downloaded from, else the station's own. */
export function addressOfItem(
  item: Pick<LibraryItemView, 'sourceUrl' | 'urls' | 'sha256' | 'name'>,
  origin: string | null,
): string {
  return item.sourceUrl ?? item.urls[0] ?? (origin ?? '') + libraryPath(item.sha256, item.name);
}

/** Returns an application as an entry of settings, without its id. */
export function applicationEntry(
  { item, obb }: Parts,
  { packageName, versionCode }: NonNullable<LibraryEntryView['apk']>,
  origin: string | null,
) {
  return {
    packageName,
    url: addressOfItem(item, origin),
    codeVersion: versionCode,
    ...(obb === null ? {} : { obbUrl: addressOfItem(obb, origin) }),
  };
}

/**
 * Each headset has its own list of applications, so each is read; those that get the same list are written together,
 * which is one change in the history.
 */
async function assignApplication(
  { item, obb, ids, origin, onEach }: Assignment,
  apk: NonNullable<LibraryEntryView['apk']>,
): Promise<Assigned> {
  const entry = applicationEntry({ item, obb }, apk, origin);
  const { packageName } = entry;
  const withEntry = (applications: Applications): Applications => {
    const known = applications.find((each) => each.packageName === packageName);
    const next = { id: packageName, ...known, ...entry };
    return known === undefined
      ? [...applications, next]
      : applications.map((each) => (each === known ? next : each));
  };
  const failed: NotAssigned[] = [];
  let done = 0;
  let left = ids;
  for (let tries = 1; left.length > 0; tries += 1) {
    const { lists, unread } = await readLists(left, withEntry);
    failed.push(...unread);
    const moved: string[] = [];
    for (const { applications, revisions } of batchesOf(lists)) {
      const devicesId = Object.keys(revisions);
      const written = await call(configureDevices, {
        body: { devicesId, settings: { applications }, ifRevisions: revisions },
      });
      const refused = isRefused(written)
        ? devicesId.map((id) => ({ id, refusal: written }))
        : written.reply.flatMap(({ id, error }) =>
            error === undefined ? [] : [{ id, refusal: { refused: error.code, message: error.message } }],
          );
      const isAgain = ({ refusal }: NotAssigned): boolean => refusal.refused === 'CONFLICT' && tries < TRIES;
      moved.push(...refused.filter(isAgain).map(({ id }) => id));
      failed.push(...refused.filter((each) => !isAgain(each)));
      done += devicesId.length - refused.length;
      onEach(done + failed.length);
    }
    left = moved;
  }
  return { done, failed };
}

/** Headsets that get the same list, and the revision of each as it was read. */
type List = { readonly applications: Applications; readonly revisions: Record<string, number> };

async function readLists(
  ids: readonly string[],
  change: (applications: Applications) => Applications,
): Promise<{ lists: readonly List[]; unread: readonly NotAssigned[] }> {
  const lists = new Map<string, List>();
  const unread: NotAssigned[] = [];
  const waiting = [...ids];
  const worker = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const read = await call(getDevice, { params: { deviceId: id } });
      if (isRefused(read)) {
        unread.push({ id, refusal: read });
        continue;
      }
      const { settings, revision } = read.reply;
      // How far each has come is not a part of what is assigned.
      const known = (settings.applications ?? []).map((each) => {
        const { deployment: _, ...assigned } = each;
        return assigned;
      });
      const applications = change(known);
      const key = JSON.stringify(applications);
      const list = lists.get(key) ?? { applications, revisions: {} };
      list.revisions[id] = revision;
      lists.set(key, list);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return { lists: [...lists.values()], unread };
}

/** Splits lists for more headsets than one request may name. */
function batchesOf(lists: readonly List[]): readonly List[] {
  return lists.flatMap(({ applications, revisions }) => {
    const all = Object.entries(revisions);
    return Array.from({ length: Math.ceil(all.length / MAX_BULK_IDS) }, (_, at) => ({
      applications,
      revisions: Object.fromEntries(all.slice(at * MAX_BULK_IDS, (at + 1) * MAX_BULK_IDS)),
    }));
  });
}

/** Adds videos and files to many headsets in one request. */
async function assignFile({ item, ids, origin, onEach }: Assignment): Promise<Assigned> {
  const url = addressOfItem(item, origin);
  const failed: NotAssigned[] = [];
  for (let at = 0; at < ids.length; at += BATCH) {
    const devicesId = ids.slice(at, at + BATCH);
    const outcome = await (item.kind === 'video'
      ? call(patchVideos, {
          body: { devicesId, videos: [{ id: item.sha256, title: item.name, url }] },
        })
      : call(patchFiles, {
          body: { devicesId, files: [{ id: item.sha256, name: item.name, url }] },
        }));
    failed.push(
      ...(isRefused(outcome)
        ? devicesId.map((id) => ({ id, refusal: outcome }))
        : outcome.reply.flatMap(({ id, error }) =>
            error === undefined ? [] : [{ id, refusal: { refused: error.code, message: error.message } }],
          )),
    );
    onEach(Math.min(ids.length, at + BATCH));
  }
  return { done: ids.length - failed.length, failed };
}

/** An item with its URLs, and its expansion file. */
export type Parts = Pick<Assignment, 'item' | 'obb'>;

/** Loads what is assigned together. */
export async function readParts(
  entry: LibraryEntryView,
  signal?: AbortSignal,
): Promise<{ reply: Parts } | Refusal> {
  const within = signal === undefined ? {} : { signal };
  const item = await call(getLibraryItem, { params: { sha256: entry.sha256 }, ...within });
  if (isRefused(item)) return item;
  const packageName = entry.apk?.packageName;
  if (packageName === undefined) return { reply: { item: item.reply, obb: null } };
  const query = { kind: 'obb', search: packageName } as const;
  const found = await call(listLibrary, { query, ...within });
  if (isRefused(found)) return found;
  const held = found.reply.items.find((each) => isObbOf(packageName, each));
  if (held === undefined) return { reply: { item: item.reply, obb: null } };
  const obb = await call(getLibraryItem, { params: { sha256: held.sha256 }, ...within });
  return isRefused(obb) ? obb : { reply: { item: item.reply, obb: obb.reply } };
}

/** Returns true for an expansion file of this package, named as Android requires: `main.12.org.example.app.obb`. */
export function isObbOf(
  packageName: string,
  { kind, name }: Pick<LibraryEntryView, 'kind' | 'name'>,
): boolean {
  return kind === 'obb' && /^(main|patch)\.\d+\.(.+)\.obb$/.exec(name)?.[2] === packageName;
}
