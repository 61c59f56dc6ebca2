export { type MountedSync, mountSync } from './mount.ts';
