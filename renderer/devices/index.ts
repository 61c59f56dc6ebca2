export { type CommandNames, useCommandNames } from './commands/command-names.ts';
export { ViewFocus } from './views/focus.tsx';
export { ViewSeveral } from './views/several.tsx';
export { useCannotSee } from './views/cannot-see.ts';
export { SmallPicture } from './views/small-picture.tsx';
export { useBoard, useViews } from './views/view-store.ts';
export { isMoveKey, moveIn } from './fleet/wall-rows.ts';
export { COMMANDS } from './selection/command-dialog.tsx';
export { type SelectionDialog, useSelectionDialog } from './selection/selection-dialog.ts';
