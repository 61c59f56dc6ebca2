export { type CommandNames, useCommandNames } from './commands/command-names.ts';
export { isMoveKey, moveIn } from './fleet/wall-rows.ts';
export { COMMANDS } from './selection/command-dialog.tsx';
export { type SelectionDialog, useSelectionDialog } from './selection/selection-dialog.ts';
