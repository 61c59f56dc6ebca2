// The operations of this module by their names, which are also their operation ids in the OpenAPI document.
export { startClassRun, listClassRuns, getClassRun, retryClassRun, runLessonStep } from './class.ts';
export { listLessons, getLesson, createLesson, updateLesson, deleteLesson } from './lessons.ts';
