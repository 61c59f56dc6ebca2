export { type MountedSync, mountSync, type UpstreamFlags } from './mount.ts';
