import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import type { LessonRow, LessonStore } from './store.ts';

/** Returns a lesson of the caller's organisation. */
export function findLesson(
  lessons: LessonStore,
  id: string,
  { enterpriseId }: Pick<Caller, 'enterpriseId'>,
): LessonRow | Failure<'NOT_FOUND'> {
  const row = lessons.find(id);
  return row === undefined || row.enterpriseId !== enterpriseId
    ? new Failure('NOT_FOUND', 'There is no such lesson.')
    : row;
}
