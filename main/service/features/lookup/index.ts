export { mountLookup } from './lookup.ts';
