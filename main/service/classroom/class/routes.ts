import type { FastifyInstance } from 'fastify';

import { MAX_IN_CLASS } from '../../../../shared/contract/classroom/class.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { Failure } from '../../kernel/failure.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import type { Records } from '../../devices/index.ts';
import type { Groups } from '../../devices/groups/index.ts';
import type { CommandSender } from '../../commands/index.ts';
import type { LibraryStore } from '../../content/index.ts';
import { audienceOf } from '../lessons/audience.ts';
import { findLesson } from '../lessons/find.ts';
import type { LessonStore } from '../lessons/store.ts';
import { classApps } from './class-apps.ts';
import type { LessonKiosks } from './lesson-kiosks.ts';
import type { ClassRuns } from './runs.ts';

type ClassRoutes = {
  readonly runs: ClassRuns;
  readonly lessons: LessonStore;
  readonly groups: Groups;
  readonly kiosks: LessonKiosks;
  readonly commands: CommandSender;
  readonly library: LibraryStore;
};

/** Serves actions for a class. */
export function mountClass(http: FastifyInstance, records: Records, input: ClassRoutes): void {
  const { runs, lessons, groups, kiosks, commands, library } = input;

  mount(http, contract.startClassRun, ({ body: { devicesId, action }, caller }) =>
    runs.start(devicesId, action, caller),
  );

  mount(http, contract.listClassApps, async ({ body, caller }) => ({
    items: await classApps(
      { records, commands, library },
      { ids: body.devicesId, also: body.also ?? [] },
      caller,
    ),
    kioskMayFollow: kiosks.rules.kioskMayFollow,
  }));

  mount(http, contract.getClassRules, () => kiosks.rules);

  mount(http, contract.setClassRules, async ({ body }) => {
    await kiosks.setRules(body);
    return kiosks.rules;
  });

  mount(http, contract.listClassRuns, ({ caller }) => runs.list(caller));

  mount(http, contract.getClassRun, ({ params, caller }) => runs.find(params.runId, caller));

  mount(http, contract.retryClassRun, async ({ params, caller }) => {
    const run = await runs.find(params.runId, caller);
    if (run instanceof Failure) return run;
    const missed = run.results.filter(({ stage }) => stage === 'failed' || stage === 'absent');
    return missed.length === 0
      ? run
      : runs.start(
          missed.map(({ id }) => id),
          run.action,
          caller,
        );
  });

  mount(http, contract.runLessonStep, async ({ params, caller }) => {
    const lesson = findLesson({ records, groups, lessons }, params.lessonId, caller);
    if (lesson instanceof Failure) return lesson;
    const step = lesson.steps[Number(params.step)];
    if (step === undefined) return new Failure('NOT_FOUND', 'The lesson has no such step.');
    const devicesId = await audienceOf({ records, groups }, lesson, caller);
    if (devicesId.length > MAX_IN_CLASS)
      return new Failure('BATCH_TOO_LARGE', `A class has at most ${MAX_IN_CLASS} headsets.`);
    return runs.start(devicesId, step.action, caller);
  });
}
