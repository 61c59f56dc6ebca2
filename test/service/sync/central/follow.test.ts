import { expect, test, vi } from 'vitest';

import { isReportOnly } from '../../../../main/service/sync/client/follower.ts';
import { aCentral } from '../../../support/central-double/index.ts';
import { aClient } from './a-client.ts';

type LoggedEvent = readonly [id: string, name: string];

/** Collects events. */
function anEventLog() {
  const all: LoggedEvent[] = [];
  return {
    all,
    onEvent: (id: string, { name }: { readonly name: string }): void => void all.push([id, name]),
    /** Resolves once the condition is true. */
    until: (holds: () => boolean) =>
      vi.waitFor(() => expect(holds()).toBe(true), { timeout: 120_000, interval: 5 }),
  };
}

/** Time passes faster, so that leases are short, but a stream can still open within one on a busy machine. */
function quick(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.min(ms / 250, 250));
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}

test('a followed device has events when its stream opens, when it changes, and again after an interruption', async () => {
  await using central = await aCentral();
  await using client = aClient(central, { wait: quick });
  central.add('a');
  const log = anEventLog();
  const following = client.follow(log.onEvent);

  following.set(['a', 'gone']);
  await log.until(() => log.all.length >= 2);
  central.edit('a', (device) => (device.label = 'New'));
  await log.until(() => log.all.some(([, name]) => name === 'changed'));
  central.cutStreams();
  await log.until(() => log.all.filter(([id, name]) => id === 'a' && name === 'opened').length === 2);

  expect(
    log.all
      .filter(([id]) => id === 'a')
      .slice(0, 3)
      .map(([, name]) => name),
  ).toEqual(['opened', 'changed', 'opened']);
  expect(log.all).toContainEqual(['gone', 'gone']);
  await following.stop();
  await log.until(() => central.listeners.length === 0);
});

test('never more than sixteen streams are open, and with more devices each gets its turn', async () => {
  await using central = await aCentral();
  await using client = aClient(central, { wait: quick });
  const ids = Array.from({ length: 40 }, (_, index) => `d${String(index)}`);
  for (const id of ids) central.add(id);
  const log = anEventLog();
  let most = 0;
  const following = client.follow((id, event) => {
    most = Math.max(most, central.listeners.length);
    log.onEvent(id, event);
  });

  following.set(ids);
  await log.until(() => new Set(log.all.map(([id]) => id)).size === 40);

  expect(most).toBeLessThanOrEqual(16);
  following.set(['d0']);
  await log.until(() => central.listeners.length <= 1);
  await following.stop();
});

test('a report of a headset is distinguished from a change of its desired state', () => {
  expect(isReportOnly({ name: 'hello', data: {} })).toBe(true);
  expect(isReportOnly({ name: 'device', data: { lastHeartbeatAt: 'x', worn: true } })).toBe(true);
  expect(isReportOnly({ name: 'device', data: { lastHeartbeatAt: 'x', label: 'A' } })).toBe(false);
  expect(isReportOnly({ name: 'settings', data: { revision: 3 } })).toBe(false);
  expect(isReportOnly({ name: 'message', data: null })).toBe(false);
});
