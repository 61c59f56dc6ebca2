import { type Act, THE_STATION } from '../journal/index.ts';

/** What the history says of a value that came from the central, or of a conflict that was turned round. */
export const BY_SYNC: Act = { by: THE_STATION, kind: 'sync' };
