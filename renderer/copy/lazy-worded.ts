import { lazy } from 'react';

import { allSentences } from './language.ts';

/** Every lazily loaded part, in the order of registration. */
const parts: (() => Promise<unknown>)[] = [];
/** Delay before a failed load is retried, in ms. */
const RETRY_MS = 1_000;

/** Returns a part that is loaded on first use; if the station is offline, as soon as it is back. */
export function lazyPart<Props extends object>(
  load: () => Promise<React.ComponentType<Props>>,
): React.LazyExoticComponent<React.ComponentType<Props>> {
  parts.push(load);
  return lazy(async () => ({ default: await whenBack(load) }));
}

/**
 * Returns a part of the first screen that is loaded on first use together with the sentences beyond the first screen,
 * so that no keys are shown.
 */
export function lazyWorded<Props extends object>(
  load: () => Promise<React.ComponentType<Props>>,
): React.LazyExoticComponent<React.ComponentType<Props>> {
  return lazyPart(async () => {
    const [component] = await Promise.all([load(), allSentences()]);
    return component;
  });
}

/** Does the same for code that is not a component: returns a function that loads it. */
export function lazyCode<Code>(load: () => Promise<Code>): () => Promise<Code> {
  parts.push(load);
  return () => whenBack(load);
}

/**
 * Loads every part, one after the other, so that they still work when the station stops. Parts that other parts
 * register are loaded too.
 */
export async function loadEveryPart(): Promise<void> {
  for (let next = 0; next < parts.length; next += 1) {
    try {
      await parts[next]?.();
    } catch {
      // Loaded on demand instead: whoever opens it waits for the station.
      return;
    }
  }
}

/** Returns the result of `load`; retries while the station does not answer at all. */
async function whenBack<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (await isServed()) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/** Returns true if the station answers: then the failed file is missing or broken, and waiting does not help. */
async function isServed(): Promise<boolean> {
  try {
    await fetch(window.location.origin, { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}
