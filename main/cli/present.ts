import { createInterface } from 'node:readline';
import { styleText } from 'node:util';

import type { RunningService } from '../service/index.ts';
import { lanText } from './serve/lan-text.ts';

/** Opens a URL for the person. Returns a sentence about where it opens, or undefined if it cannot be opened. */
export type Opener = (url: string) => Promise<string | undefined>;

/**
 * Prints a URL that works once, and a new one for every Enter; `open` opens another one. Returns what ends listening to
 * the keyboard.
 */
export async function present(service: RunningService, open: Opener | undefined): Promise<{ close(): void }> {
  console.log(`\n  ${styleText('bold', 'Muster is on.')}\n`);
  // The window uses a URL of its own, so the printed one still works.
  const opened = await open?.(service.newLaunchUrl());
  console.log(
    opened === undefined
      ? '  Open this address in a browser on this computer:\n'
      : `  ${opened} In case it does not, open this address on this computer:\n`,
  );
  showAddress(service);
  for (const line of lanText(service.lan)) console.log(`  ${line}`);
  console.log('  Enter gives a new address, Ctrl C stops the station.\n');
  return createInterface({ input: process.stdin }).on('line', () => showAddress(service));
}

function showAddress(service: RunningService): void {
  console.log(`      ${styleText(['bold', 'underline'], service.newLaunchUrl())}\n`);
  console.log('  It works once.');
}

/** Opens a URL in the default browser; whether it shows anything cannot be known. */
export const openBrowser: Opener = async (url) => {
  try {
    const { default: open } = await import('open');
    await open(url);
    return 'Your browser opens it now.';
  } catch {
    // No browser found: the person uses the printed URL.
    return undefined;
  }
};

/** Returns whether a browser may be opened automatically: not in runs without a person. */
export function mayOpen(env: Readonly<Record<string, string | undefined>>): boolean {
  return ![env['MUSTER_NO_OPEN'], env['CI']].some((value) => value !== undefined && value !== '');
}
