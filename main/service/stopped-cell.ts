// Parts for the commands for stopped cells, without loading the whole service: organisations wait while a cell is
// split.
export { splitCell, SplitError } from './access/cells/split.ts';
export { STORE_FILE } from './kernel/backups/recovery.ts';
export { CELL_NAME } from './kernel/cells/cell.ts';
export { FolderInUseError, lockFolder } from './kernel/data-folder/lock.ts';
export { leaveEpoch } from './kernel/store/epoch.ts';
