import { issueCertificate, openIdentity } from '../../main/service/network/listener/identity.ts';
import type { Tls } from './a-backend.ts';
import { aFolder } from './temp-folder.ts';

/** Returns a new key with a self-signed certificate, as routers have, and the key's fingerprint. */
export async function anOwnCertificate(): Promise<Tls & { readonly fingerprint: string }> {
  using folder = aFolder();
  const identity = openIdentity(folder.path);
  const cert = await issueCertificate(identity, 'router.local', ['127.0.0.1']);
  return { key: identity.key, cert, fingerprint: identity.fingerprint };
}
