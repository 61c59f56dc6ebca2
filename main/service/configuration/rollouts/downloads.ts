import { z } from 'zod';

import type { PlanGroup } from '../../../../shared/contract/configuration/plans/plans.ts';
import type { SettingsRow } from '../../../../shared/contract/configuration/settings/settings-rows.ts';
import type { KindOfEntry } from '../../devices/deployment/index.ts';
import type { AssignedContent, ContentKind } from '../../devices/inventory/index.ts';
import { entryKey, isChange } from '../../devices/comparison/index.ts';
import { isObject } from '../../../../shared/domain/kernel/is-object.ts';
import type { Downloads, SpaceCheck } from '../../content/index.ts';

/** The kind of the entries of each list that causes downloads. */
const KIND_OF = new Map<string, ContentKind>([
  ['applications[]', 'application'],
  ['videos[]', 'video'],
  ['files[]', 'file'],
]);

// Written by the station itself, up to a thousand groups for one reply: only the form is checked.
const groupSchema = z.custom<DownloadingGroup>(isObject);
const entrySchema = z.custom<AssignedContent>(isObject);

type Change = Pick<SettingsRow, 'kind' | 'wanted' | 'fields' | 'entry'> & { readonly of: ContentKind };

/** The fields of a group that identify its downloads. */
type DownloadingGroup = Pick<PlanGroup, 'outcome' | 'rows'>;

/** Parses a group; undefined if it causes no downloads at all. */
export function downloadingGroup(text: string): DownloadingGroup | undefined {
  const hasContents = [...KIND_OF.keys()].some((path) => text.includes(path));
  return hasContents ? groupSchema.parse(JSON.parse(text)) : undefined;
}

/** Returns what a plan makes the headsets of a group download; undefined if nothing of it is in the library. */
export function downloadsOf(space: SpaceCheck, { outcome, rows }: DownloadingGroup): Downloads | undefined {
  if (outcome !== 'change') return undefined;
  const changes = rows.flatMap((row): Change[] => {
    const of = KIND_OF.get(row.path);
    return of === undefined || !isChange(row) ? [] : [{ ...row, of }];
  });
  const coming = changes.filter(({ kind }) => kind !== 'remove');
  const fresh = coming.filter(causesDownload).flatMap(entryOf);
  const parts = fresh.flatMap((content) => space.partsOf(content));
  const contents = parts.flatMap(({ kind, sha256, sizeBytes }) =>
    sha256 === undefined || sizeBytes === undefined ? [] : [{ kind, sha256, sizeBytes }],
  );
  if (contents.length === 0) return undefined;
  const replaced = keysOf(changes.filter((each) => each.kind === 'change' && causesDownload(each)));
  const removed = keysOf(changes.filter(({ kind }) => kind === 'remove'));
  return {
    contents,
    unknown: parts.length - contents.length,
    entries: coming.flatMap(entryOf),
    isReplaced: (content) => replaced.size > 0 && replaced.has(keyOf(content)),
    isRemoved: (content) => removed.size > 0 && removed.has(keyOf(content)),
  };
}

/** Returns true if a changed entry has something new to download. */
function causesDownload({ kind, fields }: Change): boolean {
  return kind === 'add' || ['url', 'obbUrl', 'codeVersion'].some((field) => fields.includes(field));
}

function entryOf({ of, wanted }: Change): KindOfEntry[] {
  const entry = entrySchema.safeParse(wanted);
  return entry.success ? [{ kind: of, entry: entry.data }] : [];
}

function keysOf(changes: readonly Change[]): ReadonlySet<string> {
  return new Set(changes.map(({ of, entry }) => `${of} ${entry?.key ?? ''}`));
}

function keyOf({ kind, entry }: KindOfEntry): string {
  return `${kind} ${entryKey(kind, entry)}`;
}
