export {
  type Compliance,
  firstNotInEffect,
  LIST_OF_KIND,
  mismatches,
  settingsNotInEffect,
  unsettled,
} from './in-effect.ts';
export { contentKey, entriesIn, entryKey, isList, leavesOf } from './parts.ts';
export { type FieldFacts, isChange, reportedOtherwise, settingsRows } from './rows.ts';
