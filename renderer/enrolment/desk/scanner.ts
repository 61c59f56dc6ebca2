const SCHEME = 'muster:';
/** A hand scanner leaves a few milliseconds between keys, a person rarely under 80. */
const FASTEST_PERSON_MS = 80;
/** Once the scheme was read the rest may come with a hiccup. */
const LONGEST_PAUSE_MS = 400;

/** What became of a key: left to the shortcuts, kept as part of a label, or the end of one. */
export type ScannerKey =
  | { readonly kind: 'passed' }
  | { readonly kind: 'kept' }
  | { readonly kind: 'label'; readonly text: string };

/** Reads labels typed by a hand scanner out of the stream of keys, so that their letters do not act as shortcuts. */
export class ScannerReader {
  #text = '';
  #lastKeyAtMs = Number.NEGATIVE_INFINITY;

  /** Takes one key (`KeyboardEvent.key`) at a moment in ms of any steady clock. */
  take(key: string, atMs: number): ScannerKey {
    const pauseMs = atMs - this.#lastKeyAtMs;
    this.#lastKeyAtMs = atMs;
    const isReading = this.#text.length >= SCHEME.length;
    if (pauseMs > (isReading ? LONGEST_PAUSE_MS : FASTEST_PERSON_MS)) this.#text = '';
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
    // A lone m stays a key like any other: it begins a label only when more follows at once.
    const isKept = isScheme && this.#text !== '';
    this.#text = isScheme ? text : '';
    return { kind: isKept ? 'kept' : 'passed' };
  }
}
