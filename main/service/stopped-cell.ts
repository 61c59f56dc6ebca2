/**
 * What commands do with a cell that is stopped. Beside index.ts, which loads the whole service: that would take longer
 * than the rest of a split, while organisations wait.
 */
export { splitCell, SplitError } from './access/cells/split.ts';
export { STORE_FILE } from './kernel/backups/recovery.ts';
export { CELL_NAME } from './kernel/cells/cell.ts';
export { FolderInUseError, lockFolder } from './kernel/data-folder/lock.ts';
export { leaveEpoch } from './kernel/store/epoch.ts';
