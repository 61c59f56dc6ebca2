/** Size of the pieces whose digests are kept, so that a bad one is fetched again alone. */
export const PIECE_BYTES = 8 * 1024 * 1024;
