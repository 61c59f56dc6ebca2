/** What the station calls the token of its ready line. It is kept so; whoever shows it has words of his own for it. */
export const READY_LABEL = 'ready line';

const END = 6;

/** What is told of the id of a token that has no name: its end, for ids that were given out one after the other begin alike. */
export function endOfTokenId(tokenId: string): string {
  return tokenId.slice(-END);
}
