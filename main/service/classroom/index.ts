export { openClassroom } from './open.ts';
