export { audienceOf } from './audience.ts';
export { findLesson } from './find.ts';
export { mountLessons } from './routes.ts';
export { type LessonRow, type LessonStore, openLessonStore } from './store.ts';
