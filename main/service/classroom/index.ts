export { mountClass } from './class/routes.ts';
export { mountLessons } from './lessons/routes.ts';
export { openLessonStore } from './lessons/store.ts';
