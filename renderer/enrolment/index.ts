export { writeLabel } from './cart/label-text.ts';
