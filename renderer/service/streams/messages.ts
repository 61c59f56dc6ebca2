/** One event as it stands on the wire: its name, and its data as JSON that nobody has read yet. */
export type WireEvent = readonly [name: string, text: string];

/** How a stream ended: cut or never reached, or the station does not take the key. */
export type StreamEnd = 'cut' | 'unauthenticated';

/**
 * What the holder of the streams keeps for windows that come later: the fleet as it is now, or nothing, and then a window
 * that comes later is told to read again.
 */
export type Memory = 'fleet' | 'none';

/** Which stream, and by whose key: windows share it where both are the same. */
export type Wanted = {
  /** An address of the station, with its origin or without. */
  readonly url: string;
  readonly token: string;
  readonly memory: Memory;
};

/** What a window says to the holder of the streams. `sub` is the window's own number for what it follows. */
export type ToHolder =
  | (Wanted & { readonly kind: 'open'; readonly sub: number })
  | { readonly kind: 'close'; readonly sub: number }
  /** So much of what was sent has been handled. */
  | { readonly kind: 'took'; readonly size: number }
  /** The window holds this lock as long as it lives. */
  | { readonly kind: 'lives'; readonly lock: string }
  /** The window follows nothing any more. */
  | { readonly kind: 'leave' };

/** What the holder of the streams says to a window. */
export type ToWindow =
  | { readonly kind: 'ready' }
  /** The station has answered, and events will follow. */
  | { readonly kind: 'opened'; readonly sub: number }
  /** What came since the last message; none is a sign of life. */
  | {
      readonly kind: 'events';
      readonly sub: number;
      readonly events: readonly WireEvent[];
      readonly size: number;
    }
  | { readonly kind: 'ended'; readonly sub: number; readonly end: StreamEnd }
  /** Another window has reached the station again: who waits for the next try need not. */
  | { readonly kind: 'reached' };
