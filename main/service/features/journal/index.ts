export { type Act, type Actor, actOf, actorOf, THE_STATION } from './act.ts';
export { openAuthors, toActor, type ToAuthor } from './author.ts';
export { Journal, type Noting } from './journal.ts';
export { type Field, FIELDS, type State } from './paths.ts';
