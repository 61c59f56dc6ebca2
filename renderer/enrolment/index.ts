export { writeLabel } from './labels/label-text.ts';
