import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { openTranslation, type FleetEvent } from '../../../renderer/service/event-feed.ts';
import { Holder, type Way } from '../../../renderer/service/streams/holder.ts';
import { Hub } from '../../../renderer/service/streams/hub.ts';
import type { ToHolder, ToWindow, Wanted, WireEvent } from '../../../renderer/service/streams/messages.ts';
import type { Reading } from '../../../renderer/service/streams/read-stream.ts';
import { aHeadset } from '../devices/a-headset.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const FLEET: Wanted = { url: '/station/updates', token: 'a', memory: 'fleet' };

/** The holder with a station that says what the test wants, and windows that take what came when the test wants it. */
class Browser {
  /** Streams open at the station, by address and key. */
  readonly open: Reading[] = [];
  /** How many were ever opened. */
  opened = 0;
  readonly #locks = new Map<string, () => void>();
  readonly hub = new Hub(
    (reading) =>
      new Promise((resolve) => {
        this.open.push(reading);
        this.opened += 1;
        reading.onOpen();
        const end = (): void => {
          this.open.splice(this.open.indexOf(reading), 1);
          resolve('cut');
        };
        this.#ends.set(reading, end);
        reading.signal.addEventListener('abort', end);
      }),
    (lock, then) => void this.#locks.set(lock, then),
  );
  readonly #ends = new Map<Reading, () => void>();

  /** The station says this on every stream of that address. */
  say(url: string, ...events: readonly WireEvent[]): void {
    for (const reading of this.open.filter((each) => each.url === url)) reading.onEvents(events);
    vi.advanceTimersByTime(20);
  }

  /** The station goes away. */
  async cut(): Promise<void> {
    for (const reading of this.open.slice()) this.#ends.get(reading)?.();
    await vi.advanceTimersByTimeAsync(0);
  }

  /** A window dies without a word. */
  async dies(lock: string): Promise<void> {
    this.#locks.get(lock)?.();
    await vi.advanceTimersByTimeAsync(0);
  }
}

/** A window; what is said to it waits until it is awake. */
class Window {
  readonly events: WireEvent[] = [];
  readonly ends: string[] = [];
  readonly holder: Holder;
  reached = 0;
  isAsleep = false;
  /** Characters that wait for it. */
  waiting = 0;
  readonly #queue: ToWindow[] = [];
  readonly #way: Way;

  constructor(browser: Browser, lock = '') {
    const port: { postMessage(message: ToWindow): void; onmessage: Deliver<ToHolder> | null } = {
      postMessage: (message) => {
        this.#queue.push(message);
        if (message.kind === 'events') this.waiting += message.size;
        if (!this.isAsleep) this.wake();
      },
      onmessage: null,
    };
    this.#way = {
      postMessage: (message) => port.onmessage?.(new MessageEvent('message', { data: message })),
      onmessage: null,
    };
    this.holder = new Holder(this.#way, () => (this.reached += 1));
    browser.hub.join(port);
    if (lock !== '') this.holder.sayAlive(lock);
  }

  /** Follows a stream until the answer is called. */
  follow(wanted: Wanted, onEvent: (event: WireEvent) => void = () => undefined): () => void {
    const closed = new AbortController();
    const onEvents = (events: readonly WireEvent[]): void => {
      this.events.push(...events);
      events.forEach(onEvent);
    };
    const following = { ...wanted, signal: closed.signal, onOpen: () => undefined, onEvents };
    void this.holder.follow(following, () => undefined).then((end) => this.ends.push(end));
    return () => closed.abort();
  }

  /** Takes so many of the messages that wait. */
  wake(most = Number.POSITIVE_INFINITY): void {
    for (let taken = 0; taken < most; taken += 1) {
      const message = this.#queue.shift();
      if (message === undefined) return;
      if (message.kind === 'events') this.waiting -= message.size;
      this.#way.onmessage?.(new MessageEvent('message', { data: message }));
    }
  }
}

type Deliver<Message> = (event: MessageEvent<Message>) => void;

/** The fleet as a window has it that follows it: by id, and null until it is whole. */
class FleetOf {
  byId: Map<string, unknown> | null = null;
  readonly #window: Window;
  #leave: () => void = () => undefined;

  constructor(window: Window) {
    this.#window = window;
    this.#follow();
  }

  #follow(): void {
    const translate = openTranslation(
      (event) => this.#apply(event),
      () => {
        this.#leave();
        this.#follow();
      },
    );
    this.#leave = this.#window.follow(FLEET, ([name, text]) => translate({ name, data: JSON.parse(text) }));
  }

  #apply(event: FleetEvent): void {
    if (event.kind === 'snapshot') this.byId = new Map(event.items.map((item) => [item.id, item]));
    if (event.kind === 'removed') this.byId?.delete(event.id);
    if (event.kind !== 'changed') return;
    const { id } = event.change;
    const known = this.byId?.get(id);
    if (known !== undefined || 'label' in event.change)
      this.byId?.set(id, Object.assign({}, known, event.change));
  }
}

function wire(name: string, data: unknown): WireEvent {
  return [name, JSON.stringify(data)];
}

test('windows of one key share one stream, and the last to leave closes it', () => {
  const browser = new Browser();
  const windows = Array.from({ length: 12 }, () => new Window(browser));
  const leave = windows.map((window) => window.follow(FLEET));
  browser.say(FLEET.url, wire('live', {}), wire('device', { id: 'A-01', worn: true }));
  expect(browser.open).toHaveLength(1);
  for (const { events } of windows) expect(events.map(([name]) => name)).toEqual(['live', 'device']);

  // The one that came first goes first.
  leave.slice(0, -1).forEach((each) => each());
  browser.say(FLEET.url, wire('removed', { id: 'A-01' }));
  expect(browser.open).toHaveLength(1);
  expect(windows[0]?.events).toHaveLength(2);
  expect(windows[11]?.events).toHaveLength(3);
  leave[11]?.();
  vi.advanceTimersByTime(1_000);
  expect(browser.open).toHaveLength(0);
});

test('nobody hears what another key may hear', () => {
  const browser = new Browser();
  const [one, other] = [new Window(browser), new Window(browser)];
  one.follow(FLEET);
  other.follow({ ...FLEET, token: 'b' });
  expect(browser.open.map(({ token }) => token)).toEqual(['a', 'b']);
  browser.open[0]?.onEvents([wire('headsets', { items: [aHeadset('A-01')], total: 1 }), wire('live', {})]);
  const late = new Window(browser);
  late.follow({ ...FLEET, token: 'b' });
  expect(one.events).toHaveLength(2);
  expect([...other.events, ...late.events]).toEqual([]);
});

const CHANGES = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('change'), at: fc.nat(7), level: fc.nat(100) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove'), at: fc.nat(7) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('add'), at: fc.nat(7) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('piece'), from: fc.nat(7) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('join') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('take'), at: fc.nat(3), most: fc.nat(4) }) },
);

test('whenever a window comes and however slowly it takes what it is told, it ends with the fleet as it is', () => {
  fc.assert(
    fc.property(fc.array(CHANGES, { maxLength: 40 }), (steps) => {
      const browser = new Browser();
      const first = new Window(browser);
      const fleets = [new FleetOf(first)];
      const windows = [first];
      const truth = new Map(['A-0', 'A-1', 'A-2', 'A-3'].map((id) => [id, aHeadset(id)]));
      // What the station would tell at its opening, in pieces of one, somewhere between what happens.
      const pieces = [...truth.keys()];
      const sayPiece = (): void => {
        const id = pieces.shift();
        const items = [truth.get(id ?? '')].filter((each) => each !== undefined);
        if (id !== undefined) browser.say(FLEET.url, wire('headsets', { items, total: 4 }));
        if (id !== undefined && pieces.length === 0) browser.say(FLEET.url, wire('live', {}));
      };
      for (const step of steps) {
        const id = 'at' in step ? `A-${step.at}` : '';
        const known = truth.get(id);
        if (step.kind === 'piece') sayPiece();
        else if (step.kind === 'take')
          windows['at' in step ? step.at : 0]?.wake('most' in step ? step.most : 0);
        else if (step.kind === 'join' && windows.length < 4) {
          const window = new Window(browser);
          window.isAsleep = true;
          windows.push(window);
          fleets.push(new FleetOf(window));
        } else if (step.kind === 'change' && known !== undefined && 'level' in step) {
          const battery = { level: step.level, isCharging: false };
          truth.set(id, { ...known, battery });
          browser.say(FLEET.url, wire('device', { id, battery }));
        } else if (step.kind === 'remove' && truth.delete(id))
          browser.say(FLEET.url, wire('removed', { id }));
        else if (step.kind === 'add' && known === undefined) {
          truth.set(id, aHeadset(id));
          browser.say(FLEET.url, wire('device', aHeadset(id)));
        }
      }
      while (pieces.length > 0) sayPiece();
      for (const window of windows) window.wake();
      const wanted = Object.fromEntries(truth);
      for (const { byId } of fleets) expect(Object.fromEntries(byId ?? [])).toEqual(wanted);
    }),
    { numRuns: 300 },
  );
});

test('a window that sleeps fills no memory, and reads again when it wakes', () => {
  const browser = new Browser();
  const [awake, asleep] = [new Window(browser), new Window(browser)];
  const fleets = [awake, asleep].map((window) => new FleetOf(window));
  const name = 'x'.repeat(100_000);
  browser.say(FLEET.url, wire('headsets', { items: [aHeadset('A-01')], total: 1 }), wire('live', {}));
  asleep.isAsleep = true;
  for (let change = 0; change < 300; change += 1)
    browser.say(FLEET.url, wire('device', { id: 'A-01', label: `${name}${change}` }));
  expect(asleep.waiting).toBeLessThan(9_000_000);
  asleep.isAsleep = false;
  asleep.wake();
  for (const { byId } of fleets) expect(byId?.get('A-01')).toMatchObject({ label: `${name}299` });
  browser.say(FLEET.url, wire('device', { id: 'A-01', label: 'Short' }));
  for (const { byId } of fleets) expect(byId?.get('A-01')).toMatchObject({ label: 'Short' });
});

test('a window that cannot keep up with the first telling of a large fleet is told again, and the station is not asked again', () => {
  const browser = new Browser();
  const window = new Window(browser);
  window.isAsleep = true;
  const fleet = new FleetOf(window);
  const label = 'x'.repeat(100_000);
  const ids = Array.from({ length: 200 }, (_, index) => `A-${index}`);
  for (const id of ids)
    browser.say(FLEET.url, wire('headsets', { items: [aHeadset(id, { label })], total: ids.length }));
  browser.say(FLEET.url, wire('live', {}));
  window.isAsleep = false;
  window.wake();
  expect([...(fleet.byId?.keys() ?? [])]).toEqual(ids);
  expect(browser.opened).toBe(1);
});

test('that the fleet is whole is not said to a late window before it was told all of it', () => {
  const browser = new Browser();
  const fleets = [new FleetOf(new Window(browser))];
  const label = 'x'.repeat(10_000);
  const ids = Array.from({ length: 250 }, (_, index) => `A-${index}`);
  const items = ids.map((id) => aHeadset(id, { label }));
  browser.say(FLEET.url, wire('headsets', { items, total: ids.length }));
  const late = new Window(browser);
  late.isAsleep = true;
  fleets.push(new FleetOf(late));
  browser.say(FLEET.url, wire('live', {}));
  browser.say(FLEET.url, wire('removed', { id: 'A-249' }));
  late.isAsleep = false;
  late.wake();
  for (const { byId } of fleets) expect([...(byId?.keys() ?? [])]).toEqual(ids.slice(0, -1));
});

test('a window that died without a word is not followed for any more', async () => {
  const browser = new Browser();
  const window = new Window(browser, 'lock of a window');
  window.follow({ ...FLEET, url: '/devices/1/updates', memory: 'none' });
  await vi.advanceTimersByTimeAsync(0);
  expect(browser.open).toHaveLength(1);
  await browser.dies('lock of a window');
  expect(browser.open).toHaveLength(0);
});

test('streams of single headsets find no room beyond the fourth and are read again now and then until they do', async () => {
  const browser = new Browser();
  const windows = Array.from({ length: 6 }, () => new Window(browser));
  const leave = windows.map((window, index) =>
    window.follow(index === 0 ? FLEET : { ...FLEET, url: `/devices/${index}/updates`, memory: 'none' }),
  );
  await vi.advanceTimersByTimeAsync(0);
  expect(browser.open.map(({ url }) => url)).toEqual([
    FLEET.url,
    '/devices/1/updates',
    '/devices/2/updates',
    '/devices/3/updates',
  ]);
  await vi.advanceTimersByTimeAsync(11_000);
  const resync = wire('resync', {});
  expect(windows.map(({ events }) => events)).toEqual([[], [], [], [], [resync, resync], [resync, resync]]);

  leave[1]?.();
  await vi.advanceTimersByTimeAsync(11_000);
  expect(browser.open.map(({ url }) => url)).toContain('/devices/4/updates');
  expect(windows[4]?.events).toHaveLength(2);
  expect(windows[5]?.events).toHaveLength(4);
  // A fleet is never kept waiting.
  windows[5]?.follow({ ...FLEET, token: 'b' });
  expect(browser.open.map(({ token }) => token)).toContain('b');
});

test('a cut is told to every window, and so is that one of them reached the station again', async () => {
  const browser = new Browser();
  const windows = [new Window(browser), new Window(browser), new Window(browser)];
  windows.forEach((window) => window.follow(FLEET));
  await browser.cut();
  expect(windows.map(({ ends }) => ends)).toEqual([['cut'], ['cut'], ['cut']]);
  expect(browser.open).toHaveLength(0);
  const before = windows.map(({ reached }) => reached);
  windows[2]?.follow(FLEET);
  expect(windows.map(({ reached }) => reached)).toEqual(before.map((count) => count + 1));
});

test('what the station takes back is read anew by all', async () => {
  const browser = new Browser();
  const window = new Window(browser);
  window.follow(FLEET);
  browser.say(FLEET.url, wire('resync', {}));
  await vi.advanceTimersByTimeAsync(0);
  expect(window.events).toEqual([wire('resync', {})]);
  expect(window.ends).toEqual(['cut']);
  expect(browser.open).toHaveLength(0);
});

test('a holder that says nothing any more is given up', async () => {
  const browser = new Browser();
  const window = new Window(browser);
  let isSilent = false;
  const signal = new AbortController().signal;
  const following = { ...FLEET, signal, onOpen: () => undefined, onEvents: () => undefined };
  const end = window.holder.follow(following, () => (isSilent = true));
  await vi.advanceTimersByTimeAsync(50_000);
  browser.say(FLEET.url);
  await vi.advanceTimersByTimeAsync(50_000);
  expect(isSilent).toBe(false);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(isSilent).toBe(true);
  expect(await end).toBe('cut');
});
