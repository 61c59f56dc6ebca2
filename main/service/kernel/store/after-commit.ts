/** Registers an effect to run once the transaction is on disk; it does not run if the work is rolled back. */
export type AfterCommit = (effect: () => void) => void;
