/** The URL of a central, to which paths are appended. */
export type CentralAddress = {
  readonly origin: string;
  readonly base: string;
  readonly isEncrypted: boolean;
};

/**
 * Parses the URL of a central: a scheme, a host and optionally a path, no credentials. Undefined if `text` is not one.
 */
export function parseAddress(text: string): CentralAddress | undefined {
  const url = URL.parse(text.trim());
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return undefined;
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined;
  return {
    origin: url.origin,
    base: url.pathname.replace(/\/+$/, ''),
    isEncrypted: url.protocol === 'https:',
  };
}
