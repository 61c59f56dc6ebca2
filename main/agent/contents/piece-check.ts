import { createHash, type Hash } from 'node:crypto';

/** The expected pieces of a content. */
export type Manifest = Readonly<{
  sha256: string;
  sizeBytes: number;
  pieceBytes: number;
  pieces: readonly string[];
}>;

/** A piece by its first byte and its last. */
export type Piece = Readonly<{ start: number; end: number }>;

/**
 * Checks the bytes of a content as they arrive, in order, and keeps none of them. A piece with a wrong digest counts
 * as not received: its first byte is expected next.
 */
export class PieceCheck {
  readonly #manifest: Manifest;
  #goodBytes = 0;
  /** Hash of all good pieces, and of the current one so far. */
  #whole: Hash = createHash('sha256');
  #wholeHash: Hash = createHash('sha256');
  #piece: Hash = createHash('sha256');
  #pieceBytes = 0;

  constructor(manifest: Manifest) {
    this.#manifest = manifest;
  }

  /** Bytes received, including the current piece so far. */
  get arrivedBytes(): number {
    return this.#goodBytes + this.#pieceBytes;
  }

  /** Returns true if every byte has arrived and the whole digest matches. Call it once. */
  isWhole(): boolean {
    return (
      this.arrivedBytes === this.#manifest.sizeBytes &&
      this.#wholeHash.digest('hex') === this.#manifest.sha256
    );
  }

  /** Starts over. */
  reset(): void {
    this.#goodBytes = 0;
    this.#whole = createHash('sha256');
    this.#resetPiece();
  }

  /** Adds the next bytes; returns a bad piece if they complete one. Bytes after it are dropped. */
  add(bytes: Buffer): Piece | null {
    for (let at = 0; at < bytes.length;) {
      const { start, end } = this.#present;
      const part = bytes.subarray(at, at + Math.max(1, end + 1 - this.arrivedBytes));
      at += part.length;
      this.#pieceBytes += part.length;
      this.#piece.update(part);
      this.#wholeHash.update(part);
      if (this.arrivedBytes <= end) continue;
      if (this.#piece.digest('hex') !== this.#manifest.pieces[start / this.#manifest.pieceBytes]) {
        this.#resetPiece();
        return { start, end };
      }
      this.#goodBytes = this.arrivedBytes;
      this.#whole = this.#wholeHash;
      this.#resetPiece();
    }
    return null;
  }

  get #present(): Piece {
    const { pieceBytes, sizeBytes } = this.#manifest;
    return { start: this.#goodBytes, end: Math.min(this.#goodBytes + pieceBytes, sizeBytes) - 1 };
  }

  #resetPiece(): void {
    this.#piece = createHash('sha256');
    this.#wholeHash = this.#whole.copy();
    this.#pieceBytes = 0;
  }
}
