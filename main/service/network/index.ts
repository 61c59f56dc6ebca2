export {
  IdentitySealedError,
  issueCertificate,
  type LanIdentity,
  openIdentity,
} from './listener/identity.ts';
export type { LanOptions } from './listener/switch.ts';
export { type Network, openNetwork } from './open.ts';
