import { lazy } from 'react';

import { allSentences } from './language.ts';

/** Every part that is loaded later, in the order in which it became known. */
const parts: (() => Promise<unknown>)[] = [];
/** How long a part that could not be loaded waits for the station, in ms. */
const RETRY_MS = 1_000;

/** A part that is loaded when it is first wanted; where the station is away then, as soon as it is back. */
export function lazyPart<Props extends object>(
  load: () => Promise<React.ComponentType<Props>>,
): React.LazyExoticComponent<React.ComponentType<Props>> {
  parts.push(load);
  return lazy(async () => ({ default: await whenBack(load) }));
}

/**
 * A part of the first screen that is loaded when it is first wanted, and speaks of more than the first screen does:
 * nobody sees the keys of its sentences.
 */
export function lazyWorded<Props extends object>(
  load: () => Promise<React.ComponentType<Props>>,
): React.LazyExoticComponent<React.ComponentType<Props>> {
  return lazyPart(async () => {
    const [component] = await Promise.all([load(), allSentences()]);
    return component;
  });
}

/**
 * Loads every part, one after the other: a station that stops takes no screen or dialog with it. Parts that are known only
 * once another is there are loaded too.
 */
export async function loadEveryPart(): Promise<void> {
  for (let next = 0; next < parts.length; next += 1) {
    try {
      await parts[next]?.();
    } catch {
      // Wanted now or never: whoever opens it waits for the station.
      return;
    }
  }
}

/** What `load` answers; while the station does not answer at all it is tried again. */
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

/** True when the station answers: then what could not be loaded is gone or broken, and waiting mends nothing. */
async function isServed(): Promise<boolean> {
  try {
    await fetch(window.location.origin, { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}
