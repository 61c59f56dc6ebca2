/** URLs at which headsets can reach the station. */
export type StationReach =
  | {
      readonly kind: 'lan';
      readonly url: string;
      readonly host: string;
      readonly port: string;
      /** URLs of the same station on other networks of this computer. */
      readonly others: readonly string[];
    }
  /** It listens on this computer only: a URL would be useless to a headset. */
  | { readonly kind: 'loopback' };

/** Returns true for a host name of this computer. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}

function parsed(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}

/** Returns the URL for headsets: HTTPS before plain HTTP, never loopback. */
export function stationReach(addresses: readonly string[]): StationReach {
  const urls = addresses
    .map(parsed)
    .filter((url) => url !== null)
    .filter((url) => !isLoopback(url.hostname));
  const url = urls.find((it) => it.protocol === 'https:') ?? urls[0];
  if (url === undefined) return { kind: 'loopback' };
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  const others = urls.filter((it) => it !== url && it.protocol === url.protocol).map((it) => it.host);
  return { kind: 'lan', url: url.origin, host: url.hostname, port, others };
}

/** Formats `4F9A B2C0 … 13C7 C217`: enough of a fingerprint to compare by eye. */
export function shortFingerprint(fingerprint: string): string {
  const hex = fingerprint.replaceAll(/[^0-9A-Fa-f]/g, '').toUpperCase();
  if (!/^([0-9A-Fa-f]{2}[:\s]?)+$/.test(fingerprint) || hex.length < 16) return fingerprint;
  const groups = hex.match(/.{4}/g) ?? [];
  return `${groups.slice(0, 2).join('\u00a0')} … ${groups.slice(-2).join('\u00a0')}`;
}
