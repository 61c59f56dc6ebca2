/** Label that the station stores for the token of its ready line; screens translate it. */
export const READY_LABEL = 'ready line';

const END = 6;

/** Returns what to show for a token without a label: the end of its id, because ids issued in sequence begin alike. */
export function endOfTokenId(tokenId: string): string {
  return tokenId.slice(-END);
}
