import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import type { Records } from '../../devices/index.ts';
import type { Groups } from '../../devices/groups/index.ts';
import { concerns } from './audience.ts';
import type { LessonRow, LessonStore } from './store.ts';

/** Lesson plans, and what determines the headsets they are for. */
export type Lessons = {
  readonly records: Records;
  readonly groups: Groups;
  readonly lessons: LessonStore;
};

/** Returns a lesson of the caller's organisation and carts. */
export function findLesson(
  stores: Lessons,
  id: string,
  caller: Pick<Caller, 'enterpriseId' | 'reach' | 'carts'>,
): LessonRow | Failure<'NOT_FOUND'> {
  const row = stores.lessons.find(id);
  const isFound = row?.enterpriseId === caller.enterpriseId && concerns(stores, row, caller);
  return isFound ? row : new Failure('NOT_FOUND', 'There is no such lesson.');
}
