import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import { type Lesson, MAX_LESSONS } from '../../../../shared/contract/classroom/lessons.ts';
import { toInstant } from '../../kernel/clock.ts';
import { Failure, noOrganisation } from '../../kernel/failure.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import { newId } from '../../kernel/new-id.ts';
import { concerns } from './audience.ts';
import { findLesson, type Lessons } from './find.ts';
import type { LessonRow } from './store.ts';

/** Serves lesson plans: prepared by the technician, read by teachers. */
export function mountLessons(http: FastifyInstance, stores: Lessons): void {
  const { lessons } = stores;
  const { clock, writer } = stores.records.core;
  mountReads(http, stores);

  mount(http, contract.createLesson, ({ body, caller: { enterpriseId } }) => {
    if (enterpriseId === null) return noOrganisation();
    return writer.run(() => {
      if (lessons.idOfName(enterpriseId, body.name) !== undefined) return nameTaken(body.name);
      if (lessons.count(enterpriseId) >= MAX_LESSONS)
        return new Failure('CONFLICT', `There are ${MAX_LESSONS} lessons already. Remove one first.`);
      const row: LessonRow = {
        id: newId(),
        enterpriseId,
        ...body,
        revision: 1,
        updatedAtMs: clock.now(),
      };
      lessons.put(row);
      return toLesson(row);
    });
  });

  mount(http, contract.updateLesson, ({ params, body, caller, ifMatch }) =>
    writer.run(() => {
      const row = findLesson(stores, params.lessonId, caller);
      if (row instanceof Failure) return row;
      if (ifMatch !== null && !ifMatch.has(row.revision))
        return new Failure(
          'CONFLICT',
          'The lesson was changed since it was read. Read it again before writing.',
        );
      const existing = lessons.idOfName(row.enterpriseId, body.name);
      if (existing !== undefined && existing !== row.id) return nameTaken(body.name);
      const after = { ...row, ...body, revision: row.revision + 1, updatedAtMs: clock.now() };
      lessons.put(after);
      return toLesson(after);
    }),
  );

  mount(http, contract.deleteLesson, ({ params, caller }) =>
    writer.run(() => {
      const row = findLesson(stores, params.lessonId, caller);
      if (row instanceof Failure) return row;
      lessons.remove(row.id);
      return { id: row.id, success: true as const };
    }),
  );
}

function mountReads(http: FastifyInstance, stores: Lessons): void {
  mount(http, contract.listLessons, ({ caller }) => ({
    items: stores.lessons
      .all(caller.enterpriseId ?? '')
      .filter((row) => concerns(stores, row, caller))
      .map(toLesson),
  }));

  mount(http, contract.getLesson, ({ params, caller }) => {
    const row = findLesson(stores, params.lessonId, caller);
    return row instanceof Failure ? row : toLesson(row);
  });
}

function toLesson({ id, name, audience, steps, revision, updatedAtMs }: LessonRow): Lesson {
  return { id, name, audience, steps, revision, updatedAt: toInstant(updatedAtMs) };
}

function nameTaken(name: string): Failure<'CONFLICT'> {
  return new Failure('CONFLICT', `A lesson plan named ${name} already exists. Choose another name.`);
}
