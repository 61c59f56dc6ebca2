import type { WifiChange } from './stored.ts';

type WithAccess = Pick<WifiChange, 'ssid' | 'enterprise'>;

/** Returns a network without its client certificate, and whether it has one. */
export function withoutCertificate<Network extends WithAccess>(network: Network): Network {
  const { enterprise } = network;
  if (enterprise?.clientCertificate === undefined) return network;
  const { clientCertificate: _secret, ...rest } = enterprise;
  return { ...network, enterprise: { ...rest, hasClientCertificate: true } };
}

/** Returns a network as it is stored: one that is sent without its client certificate keeps it. */
export function withKnownCertificate<Network extends WithAccess>(
  network: Network,
  known: readonly WithAccess[] | undefined,
): Network {
  const { enterprise } = network;
  if (enterprise === undefined) return network;
  const { hasClientCertificate: _shown, ...rest } = enterprise;
  const before = known?.find(({ ssid }) => ssid === network.ssid)?.enterprise;
  const clientCertificate =
    rest.method === 'TLS' ? (rest.clientCertificate ?? before?.clientCertificate) : rest.clientCertificate;
  return {
    ...network,
    enterprise: clientCertificate === undefined ? rest : { ...rest, clientCertificate },
  };
}
