export type { Groups } from './groups.ts';
