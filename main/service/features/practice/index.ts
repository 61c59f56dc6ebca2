export { Practice } from './practice.ts';
export { mountPractice } from './routes.ts';
