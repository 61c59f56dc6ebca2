/** Live values change on screen at most 4 times a second; faster cannot be read. */
const MIN_SPACING_MS = 250;

/** A hidden tab renders no frames; collected items are applied after this long anyway, in ms. */
const HIDDEN_TAB_MS = 1_000;

/** Collects items and passes them on together. */
export type FrameBatch<Item> = { add(item: Item): void; close(): void };

/**
 * Passes collected items on in one call: on the next frame, at most 4 times a second, by a timer if no frames are
 * rendered.
 */
export function openFrameBatch<Item>(onBatch: (items: readonly Item[]) => void): FrameBatch<Item> {
  let items: Item[] = [];
  let lastMs = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;

  const flush = (): void => {
    cancel?.();
    cancel = null;
    const batch = items;
    items = [];
    lastMs = performance.now();
    if (batch.length > 0) onBatch(batch);
  };

  const onNextFrame = (): void => {
    const frame = requestAnimationFrame(flush);
    const timer = setTimeout(flush, HIDDEN_TAB_MS);
    cancel = () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  };

  const schedule = (): void => {
    const waitMs = lastMs + MIN_SPACING_MS - performance.now();
    if (waitMs <= 0) return onNextFrame();
    const timer = setTimeout(onNextFrame, waitMs);
    cancel = () => clearTimeout(timer);
  };

  return {
    add: (item) => {
      items.push(item);
      if (cancel === null) schedule();
    },
    close: () => {
      cancel?.();
      items = [];
    },
  };
}
