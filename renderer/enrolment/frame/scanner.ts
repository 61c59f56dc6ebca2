const SCHEME = 'muster:';
/** A hand scanner sends keys every few milliseconds, a person rarely below 80. */
const FASTEST_PERSON_MS = 80;
/** After the scheme, the rest may be delayed. */
const MAX_PAUSE_MS = 400;

/** Result of a key: for shortcuts, part of a label, or the end of one. */
export type ScannerKey =
  | { readonly kind: 'passed' }
  | { readonly kind: 'kept' }
  | { readonly kind: 'label'; readonly text: string };

/** Recognises labels typed by a hand scanner in the stream of keys, so that their letters do not act as shortcuts. */
export class ScannerReader {
  #text = '';
  #lastKeyAtMs = Number.NEGATIVE_INFINITY;

  /** Handles a key (`KeyboardEvent.key`) at a time in ms of any monotonic clock. */
  press(key: string, atMs: number): ScannerKey {
    const pauseMs = atMs - this.#lastKeyAtMs;
    this.#lastKeyAtMs = atMs;
    const isReading = this.#text.length >= SCHEME.length;
    if (pauseMs > (isReading ? MAX_PAUSE_MS : FASTEST_PERSON_MS)) this.#text = '';
    if (key === 'Shift') return { kind: this.#text === '' ? 'passed' : 'kept' };
    if (key === 'Enter') return this.#end();
    if (key.length !== 1) {
      this.#text = '';
      return { kind: 'passed' };
    }
    return this.#add(key);
  }

  #end(): ScannerKey {
    const text = this.#text;
    this.#text = '';
    return text.length > SCHEME.length ? { kind: 'label', text } : { kind: 'passed' };
  }

  #add(key: string): ScannerKey {
    const text = this.#text + key;
    const isScheme = SCHEME.startsWith(text.slice(0, SCHEME.length).toLowerCase());
    // A single m stays an ordinary key: it begins a label only if more follows at once.
    const hasText = isScheme && this.#text !== '';
    this.#text = isScheme ? text : '';
    return { kind: hasText ? 'kept' : 'passed' };
  }
}
