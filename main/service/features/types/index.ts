export { openTypeStore, type TypeStore } from './types.ts';
