/** Where a central is: a base address that paths are appended to. */
export type CentralAddress = {
  readonly origin: string;
  readonly base: string;
  readonly isEncrypted: boolean;
};

/** The address behind its text, or undefined for what is none: a scheme, a host and maybe a path, nothing secret. */
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
