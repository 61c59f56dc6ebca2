import type { Commands } from '../commands/index.ts';
import type { Content } from '../content/index.ts';
import type { Devices } from '../devices/index.ts';
import type { Module } from '../kernel/module.ts';
import { LessonKiosks } from './class/lesson-kiosks.ts';
import { mountClass } from './class/routes.ts';
import { ClassRuns } from './class/runs.ts';
import { mountLessons } from './lessons/routes.ts';
import { openLessonStore } from './lessons/store.ts';

/** Opens lesson plans and actions for a class. */
export function openClassroom(
  { records, groups }: Devices,
  { library }: Content,
  { sender: commands }: Commands,
): Module {
  const lessons = openLessonStore(records.core.db);
  const kiosks = new LessonKiosks(records);
  const runs = new ClassRuns(records, commands, kiosks);
  return {
    names: { inPath: { lessonId: (id) => lessons.find(id)?.name } },
    mount(http) {
      mountLessons(http, { records, groups, lessons });
      mountClass(http, records, { runs, lessons, groups, kiosks, commands, library });
    },
    async stop() {
      kiosks.stop();
      runs.stop();
    },
  };
}
