export { findOrAddType, openTypeStore, type TypeStore } from './types.ts';
