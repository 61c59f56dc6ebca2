/** Registers what happens once the transaction is on disk; it does not happen when the work is undone. */
export type AfterCommit = (effect: () => void) => void;
