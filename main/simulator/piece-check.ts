import { createHash, type Hash } from 'node:crypto';

/** What a content is to be, piece by piece. */
export type Manifest = Readonly<{
  sha256: string;
  sizeBytes: number;
  pieceBytes: number;
  pieces: readonly string[];
}>;

/** A piece by its first byte and its last. */
export type Piece = Readonly<{ start: number; end: number }>;

/**
 * Checks the bytes of a content as they come, in order, and keeps none of them. A piece with another digest than it should
 * have is as if it had not come: what follows is expected from its first byte on.
 */
export class PieceCheck {
  readonly #manifest: Manifest;
  #goodBytes = 0;
  /** Of all good pieces, and of what has come of the present one. */
  #whole: Hash = createHash('sha256');
  #wholeNow: Hash = createHash('sha256');
  #piece: Hash = createHash('sha256');
  #pieceBytes = 0;

  constructor(manifest: Manifest) {
    this.#manifest = manifest;
  }

  /** How much is here, the present piece as far as it has come. */
  get arrivedBytes(): number {
    return this.#goodBytes + this.#pieceBytes;
  }

  /** True when every byte is here and together they are what they should be. For one call. */
  isWhole(): boolean {
    return (
      this.arrivedBytes === this.#manifest.sizeBytes && this.#wholeNow.digest('hex') === this.#manifest.sha256
    );
  }

  /** Nothing is here. */
  reset(): void {
    this.#goodBytes = 0;
    this.#whole = createHash('sha256');
    this.#forgetPiece();
  }

  /** Takes the next bytes; answers the piece that is bad, where they end one. What came after it is dropped. */
  take(bytes: Buffer): Piece | null {
    for (let at = 0; at < bytes.length;) {
      const { start, end } = this.#present;
      const part = bytes.subarray(at, at + Math.max(1, end + 1 - this.arrivedBytes));
      at += part.length;
      this.#pieceBytes += part.length;
      this.#piece.update(part);
      this.#wholeNow.update(part);
      if (this.arrivedBytes <= end) continue;
      if (this.#piece.digest('hex') !== this.#manifest.pieces[start / this.#manifest.pieceBytes]) {
        this.#forgetPiece();
        return { start, end };
      }
      this.#goodBytes = this.arrivedBytes;
      this.#whole = this.#wholeNow;
      this.#forgetPiece();
    }
    return null;
  }

  get #present(): Piece {
    const { pieceBytes, sizeBytes } = this.#manifest;
    return { start: this.#goodBytes, end: Math.min(this.#goodBytes + pieceBytes, sizeBytes) - 1 };
  }

  #forgetPiece(): void {
    this.#piece = createHash('sha256');
    this.#wholeNow = this.#whole.copy();
    this.#pieceBytes = 0;
  }
}
