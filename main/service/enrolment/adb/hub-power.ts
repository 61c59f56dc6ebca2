import { pathOf } from '../../../../shared/domain/enrolment/cable/ports.ts';

/** So many headsets of one hub vanish within this time only if the hub does, or somebody has many hands. */
const MIN_VANISHED = 3;
const AT_ONCE_MS = 2_500;
/** How long it is said, unless a headset appears at the hub before: somebody may have packed them all. */
const SHOWN_MS = 120_000;

/** Notices that all headsets of a hub vanish at once, as when it loses its power. Times are in ms. */
export class HubPower {
  #before: ReadonlySet<string> = new Set();
  readonly #vanished = new Map<string, number[]>();
  readonly #darkSinceMs = new Map<string, number>();

  /** These USB paths have a headset now. */
  update(usbPaths: Iterable<string>, nowMs: number): void {
    const now = new Set(usbPaths);
    for (const path of this.#before) {
      const hub = now.has(path) ? undefined : pathOf(path)?.hub;
      if (hub !== undefined) this.#vanished.set(hub, [...(this.#vanished.get(hub) ?? []), nowMs]);
    }
    this.#before = now;
    const lit = new Set([...now].map((path) => pathOf(path)?.hub));
    for (const [hub, times] of this.#vanished) {
      const recent = times.filter((atMs) => nowMs - atMs <= AT_ONCE_MS);
      this.#vanished.set(hub, recent);
      if (recent.length >= MIN_VANISHED && !lit.has(hub)) this.#darkSinceMs.set(hub, nowMs);
    }
    for (const [hub, sinceMs] of this.#darkSinceMs)
      if (lit.has(hub) || nowMs - sinceMs > SHOWN_MS) this.#darkSinceMs.delete(hub);
  }

  /** Nothing can be said about what is connected: adb itself was lost. */
  reset(): void {
    this.#before = new Set();
  }

  /** True if all its headsets vanished at once, and none is back. */
  isDark(hub: string): boolean {
    return this.#darkSinceMs.has(hub);
  }
}
