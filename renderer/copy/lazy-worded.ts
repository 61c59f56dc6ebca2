import { lazy } from 'react';

import { allSentences } from './language.ts';

/**
 * A part of the first screen that is loaded when it is first wanted, and speaks of more than the first screen does:
 * nobody sees the keys of its sentences.
 */
export function lazyWorded<Props extends object>(
  load: () => Promise<React.ComponentType<Props>>,
): React.LazyExoticComponent<React.ComponentType<Props>> {
  return lazy(async () => {
    const [component] = await Promise.all([load(), allSentences()]);
    return { default: component };
  });
}
