import type { Listener } from './line.ts';
import type { StreamEnd, ToHolder, ToWindow, Wanted, WireEvent } from './messages.ts';

/** The holder's end of the way to one window. */
export type Port = {
  postMessage(message: ToWindow): void;
  onmessage: ((event: MessageEvent<ToHolder>) => void) | null;
};

/** A window that has not handled this many characters is left behind: it sleeps, and its events must not fill the memory. */
const MOST_IN_FLIGHT = 8_000_000;
/** What is told from the beginning is told so many characters at a time. */
const TOLD_IN_FLIGHT = 500_000;
/** What a message costs besides its characters. */
const EACH = 50;

type Parts = {
  /** Follows a stream; the answer ends it. */
  readonly follow: (wanted: Wanted, listener: Listener) => () => void;
  /** The window holds this lock while it lives. */
  readonly onLock: (lock: string) => void;
};

/** Serves one window: what it follows, as fast as it takes it. */
export class Desk {
  readonly #port: Port;
  readonly #follow: Parts['follow'];
  readonly #subs = new Map<number, Sub>();
  #inFlight = 0;

  constructor(port: Port, { follow, onLock }: Parts) {
    this.#port = port;
    this.#follow = follow;
    port.onmessage = ({ data: message }) => {
      if (message.kind === 'open') this.#open(message.sub, message);
      else if (message.kind === 'close') this.#close(message.sub);
      else if (message.kind === 'took') this.#took(message.size);
      else if (message.kind === 'lives') onLock(message.lock);
      else this.leave();
    };
    port.postMessage({ kind: 'ready' });
  }

  /** The window follows nothing any more. */
  leave(): void {
    this.#inFlight = 0;
    for (const number of this.#subs.keys()) this.#close(number);
  }

  sayReached(): void {
    this.#port.postMessage({ kind: 'reached' });
  }

  #open(number: number, wanted: Wanted): void {
    this.#close(number);
    const sub = new Sub({
      say: (message) => this.#port.postMessage({ ...message, sub: number }),
      room: (most) => this.#inFlight < most,
      sent: (size) => (this.#inFlight += size),
      onEnd: () => this.#subs.delete(number),
    });
    this.#subs.set(number, sub);
    sub.end = this.#follow(wanted, sub);
  }

  #close(number: number): void {
    const sub = this.#subs.get(number);
    this.#subs.delete(number);
    sub?.end();
  }

  #took(size: number): void {
    this.#inFlight = Math.max(0, this.#inFlight - size);
    for (const sub of this.#subs.values()) sub.goOn(this.#inFlight === 0);
  }
}

/** A message to the window, but for the number that it concerns. */
type Said =
  | { readonly kind: 'opened' }
  | { readonly kind: 'events'; readonly events: readonly WireEvent[]; readonly size: number }
  | { readonly kind: 'ended'; readonly end: StreamEnd };

type Way = {
  readonly say: (message: Said) => void;
  /** True while less than so many characters are on their way. */
  readonly room: (most: number) => boolean;
  readonly sent: (size: number) => void;
  readonly onEnd: () => void;
};

const READ_AGAIN: WireEvent = ['resync', '{}'];

/** One stream on its way to one window. */
class Sub implements Listener {
  readonly #way: Way;
  #told: Generator<WireEvent> | undefined;
  #isBehind = false;
  /** Stops listening. */
  end: () => void = () => undefined;

  constructor(way: Way) {
    this.#way = way;
  }

  opened(): void {
    this.#way.say({ kind: 'opened' });
  }

  recall(told: Generator<WireEvent> | undefined): void {
    this.#told = told;
    if (told === undefined) this.#send([READ_AGAIN]);
    else this.goOn(false);
  }

  hear(events: readonly WireEvent[]): void {
    if (this.#isBehind) return;
    // What is being told is whole only at its own end.
    const news = this.#told === undefined ? events : events.filter(([name]) => name !== 'live');
    if (this.#way.room(MOST_IN_FLIGHT)) return this.#send(news);
    this.#isBehind = true;
    this.#told = undefined;
  }

  ended(end: StreamEnd): void {
    this.#way.say({ kind: 'ended', end });
    this.#way.onEnd();
  }

  /** The window took something, and everything where it is `idle`. */
  goOn(isIdle: boolean): void {
    if (this.#isBehind && isIdle) {
      this.#isBehind = false;
      this.#send([READ_AGAIN]);
    }
    while (this.#told !== undefined && this.#way.room(TOLD_IN_FLIGHT)) {
      const next = this.#told.next();
      if (next.done === true) this.#told = undefined;
      else this.#send([next.value]);
    }
  }

  #send(events: readonly WireEvent[]): void {
    const size = events.reduce((sum, [, text]) => sum + text.length + EACH, EACH);
    this.#way.sent(size);
    this.#way.say({ kind: 'events', events, size });
  }
}
