import { useMemo } from 'react';
import { useSearchParams } from 'wouter';

import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import { useFleet } from './fleet-store.ts';

/** More ids would make the URL too long: they are stored in the browser, under a short name. */
const MAX_IN_ADDRESS = 60;
const STORED = 'muster.selection.';

/** Returns the URL of a screen for these headsets. */
export function addressFor(path: string, ids: readonly string[], more: Record<string, string> = {}): string {
  const params = new URLSearchParams({ on: toAddress(ids), ...more });
  return `${path}?${params.toString()}`;
}

function toAddress(ids: readonly string[]): string {
  if (ids.length <= MAX_IN_ADDRESS) return ids.join(',');
  const { order } = useFleet.getState();
  if (ids.length === order.length) return '*';
  const name = nameOf(ids);
  localStorage.setItem(STORED + name, JSON.stringify(ids));
  return `~${name}`;
}

/** Returns a name that depends on the ids only, so that going back and forth stores nothing twice. */
function nameOf(ids: readonly string[]): string {
  let sum = 7;
  for (const letter of ids.join()) sum = (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0;
  return sum.toString(36);
}

/** Returns the ids in a URL, whether they still exist or not. */
export function fromAddress(text: string | null, order: readonly string[]): readonly string[] {
  if (text === null || text === '') return [];
  if (text === '*') return order;
  if (!text.startsWith('~')) return text.split(',');
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED + text.slice(1)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    // Edited by hand: counts as missing.
    return [];
  }
}

/** Returns the existing headsets in the URL of this screen, in slot order. */
export function useAddressedHeadsets(): readonly Headset[] {
  const [params] = useSearchParams();
  const on = params.get('on');
  const order = useFleet((fleet) => fleet.order);
  return useMemo(() => {
    const named = new Set(fromAddress(on, order));
    const { byId } = useFleet.getState();
    return order.flatMap((id) => (named.has(id) ? (byId[id] ?? []) : []));
  }, [on, order]);
}
