export { type Act, actOf, type Actor, actorOf, THE_STATION } from './act.ts';
export { openAuthors, type ToAuthor, withAuthor } from './author.ts';
export { type ChangeRow, type ChangeStore, openChangeStore, type StepRow } from './change-store.ts';
export type { Field, State } from './paths.ts';
