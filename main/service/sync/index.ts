export { openSync, type Sync } from './open.ts';
