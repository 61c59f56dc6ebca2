import { withWholeApp } from './whole-app.ts';

/** A drop: its files, including those in folders, and what was not accepted. */
export type Dropped = {
  readonly files: readonly File[];
  /** Names of empty folders. */
  readonly empty: readonly string[];
  /** True if the folders hold more files than are accepted at once. */
  readonly isCut: boolean;
};

/** Maximum number of files: dropping a whole disk is a mistake. */
const MAX_FILES = 500;

/** Reads a drop. Call it before the first await: the browser drops the items afterwards. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<Dropped> {
  const entries = [...items].map((item) => item.webkitGetAsEntry());
  const accepted = [...files].filter((_, index) => entries[index]?.isDirectory !== true);
  const empty: string[] = [];
  for (const entry of entries) {
    if (entry === null || !isFolder(entry)) continue;
    const before = accepted.length;
    await readFolder(entry, accepted);
    if (accepted.length === before) empty.push(entry.name);
  }
  return { files: accepted.slice(0, MAX_FILES), empty, isCut: accepted.length > MAX_FILES };
}

async function readFolder(folder: FileSystemDirectoryEntry, into: File[]): Promise<void> {
  const own: File[] = [];
  await readEntries(folder, own, into);
  // A folder with the parts of an app is that app.
  into.push(...(await withWholeApp(own, folder.name)));
}

async function readEntries(folder: FileSystemDirectoryEntry, own: File[], into: File[]): Promise<void> {
  const reader = folder.createReader();
  // A reader returns some at a time, and none at the end.
  for (let some = await readSome(reader); some.length > 0; some = await readSome(reader)) {
    for (const entry of some) {
      if (own.length + into.length > MAX_FILES) return;
      // Skips files of the system: .DS_Store, Thumbs.db.
      if (entry.name.startsWith('.') || entry.name === 'Thumbs.db') continue;
      if (isFolder(entry)) await readFolder(entry, into);
      else if (isFile(entry)) own.push(await new Promise<File>((ok, failed) => entry.file(ok, failed)));
    }
  }
}

function readSome(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((ok, failed) => reader.readEntries(ok, failed));
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}
