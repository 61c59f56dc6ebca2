import { expect, test, vi } from 'vitest';

import { isReportOnly } from '../../../../main/service/sync/client/follower.ts';
import { aCentral } from '../../../support/central-double/index.ts';
import { aClient } from './a-client.ts';

type Heard = readonly [id: string, name: string];

/** What was heard. */
function anEar() {
  const all: Heard[] = [];
  return {
    all,
    heard: (id: string, { name }: { readonly name: string }): void => void all.push([id, name]),
    /** Settles when this holds. */
    until: (holds: () => boolean) =>
      vi.waitFor(() => expect(holds()).toBe(true), { timeout: 30_000, interval: 5 }),
  };
}

/** Time passes faster, so that turns are short; not so fast that a stream cannot open within one on a busy machine. */
function quick(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.min(ms / 250, 250));
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}

test('a device that is followed is told when its stream opens, when it changes, and again after a cut', async () => {
  await using central = await aCentral();
  await using client = aClient(central, { wait: quick });
  central.add('a');
  const ear = anEar();
  const following = client.follow(ear.heard);

  following.set(['a', 'gone']);
  await ear.until(() => ear.all.length >= 2);
  central.edit('a', (device) => (device.label = 'New'));
  await ear.until(() => ear.all.some(([, name]) => name === 'changed'));
  central.cutStreams();
  await ear.until(() => ear.all.filter(([id, name]) => id === 'a' && name === 'opened').length === 2);

  expect(
    ear.all
      .filter(([id]) => id === 'a')
      .slice(0, 3)
      .map(([, name]) => name),
  ).toEqual(['opened', 'changed', 'opened']);
  expect(ear.all).toContainEqual(['gone', 'gone']);
  await following.stop();
  await ear.until(() => central.listeners.length === 0);
});

test('never more than sixteen streams are open, and with more devices each has its turn', async () => {
  await using central = await aCentral();
  await using client = aClient(central, { wait: quick });
  const ids = Array.from({ length: 40 }, (_, index) => `d${String(index)}`);
  for (const id of ids) central.add(id);
  const ear = anEar();
  let most = 0;
  const following = client.follow((id, event) => {
    most = Math.max(most, central.listeners.length);
    ear.heard(id, event);
  });

  following.set(ids);
  await ear.until(() => new Set(ear.all.map(([id]) => id)).size === 40);

  expect(most).toBeLessThanOrEqual(16);
  following.set(['d0']);
  await ear.until(() => central.listeners.length <= 1);
  await following.stop();
});

test('what a headset reported is told from what somebody wants of it', () => {
  expect(isReportOnly({ name: 'hello', data: {} })).toBe(true);
  expect(isReportOnly({ name: 'device', data: { lastHeartbeatAt: 'x', worn: true } })).toBe(true);
  expect(isReportOnly({ name: 'device', data: { lastHeartbeatAt: 'x', label: 'A' } })).toBe(false);
  expect(isReportOnly({ name: 'settings', data: { revision: 3 } })).toBe(false);
  expect(isReportOnly({ name: 'message', data: null })).toBe(false);
});
