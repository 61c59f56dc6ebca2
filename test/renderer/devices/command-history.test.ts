import { expect, test } from 'vitest';

import { historyOf, waitingOf } from '../../../renderer/devices/commands/command-history.ts';
import type { DeviceEvent } from '../../../shared/contract/devices/events.ts';

const at = (timestamp: number, type: string, payload: Record<string, unknown>): DeviceEvent => ({
  eventId: `${type} ${timestamp}`,
  type,
  timestamp,
  receivedAt: new Date(timestamp).toISOString(),
  payload,
});
const expiresAt = new Date(90_000).toISOString();

/** Newest first, as the station lists them. */
const EVENTS = [
  at(70_000, 'UNENROLL_REQUESTED', { commandId: 'later' }),
  at(60_000, 'DEVICE_UNENROLLED', { androidId: 'a1' }),
  at(50_000, 'COMMAND_ANSWERED', {
    commandId: 'c',
    event: 'launch-app',
    accepted: false,
    reason: 'KIOSK_MODE',
  }),
  at(40_000, 'COMMAND_CANCELLED', { commandId: 'b', event: 'lock' }),
  at(30_000, 'COMMAND_QUEUED', { commandId: 'b', event: 'lock', expiresAt }),
  at(20_000, 'COMMAND_QUEUED', { commandId: 'a', event: 'reboot', expiresAt }),
  at(10_000, 'UNENROLL_REQUESTED', { commandId: 'left' }),
];

test('a command is listed once with its result, and an un-enrolment ends when the headset was released', () => {
  const received = historyOf(EVENTS).map(({ commandId, outcome, endedAtMs, reason }) => [
    commandId,
    outcome,
    endedAtMs,
    reason,
  ]);

  expect(received).toEqual([
    ['later', null, null, null],
    ['c', 'refused', 50_000, 'KIOSK_MODE'],
    ['b', 'cancelled', 40_000, null],
    ['a', null, null, null],
    ['left', 'answered', 60_000, null],
  ]);
});

test('a command is pending if it has no result and has not expired', () => {
  const waiting = (nowMs: number) => waitingOf(EVENTS, nowMs).map(({ commandId }) => commandId);

  expect(waiting(80_000)).toEqual(['later', 'a']);
  expect(waiting(90_000)).toEqual(['later']);
});
