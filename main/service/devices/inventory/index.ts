export {
  type AssignedContent,
  contentIdOf,
  type ContentKind,
  evidenceOf,
  indexInventory,
  type InventoryIndex,
} from './inventory.ts';
export { packageChanges } from './package-changes.ts';
