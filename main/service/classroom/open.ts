import type { Commands } from '../commands/index.ts';
import type { Devices } from '../devices/index.ts';
import type { Module } from '../kernel/module.ts';
import { mountClass } from './class/routes.ts';
import { ClassRuns } from './class/runs.ts';
import { mountLessons } from './lessons/routes.ts';
import { openLessonStore } from './lessons/store.ts';

/** Opens lesson plans and actions for a class. */
export function openClassroom({ records, groups }: Devices, { sender }: Commands): Module {
  const lessons = openLessonStore(records.core.db);
  const runs = new ClassRuns(records, sender);
  return {
    names: { inPath: { lessonId: (id) => lessons.find(id)?.name } },
    mount(http) {
      mountLessons(http, { records, groups, lessons });
      mountClass(http, records, { runs, lessons, groups });
    },
    async stop() {
      runs.stop();
    },
  };
}
