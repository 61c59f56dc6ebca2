export { audienceOf } from './audience.ts';
export { findLesson } from './find.ts';
export { mountLessons } from './routes.ts';
export { type LessonStore, openLessonStore } from './store.ts';
