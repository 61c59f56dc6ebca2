export { type MountedSync, mountSync } from './engine/mount.ts';
