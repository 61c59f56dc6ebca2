import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

import { answerCommand, unenrollDevice } from '../../../shared/contract/commands/commands.ts';
import { type Device, getDevice } from '../../../shared/contract/devices/devices.ts';
import { listEvents } from '../../../shared/contract/devices/events.ts';
import { enrolDevice } from '../../../shared/contract/enrolment/enrolment.ts';
import { updateDevice } from '../../../shared/contract/enrolment/heartbeat.ts';
import { createBackup, restoreBackup } from '../../../shared/contract/operations/backups.ts';
import { getHealth } from '../../../shared/contract/operations/station.ts';
import { listSyncDevices } from '../../../shared/contract/sync/sync.ts';
import type { TestStation } from '../../support/a-station.ts';

/** An enrolled headset, as its client knows it. */
export type Headset = { readonly id: string; readonly androidId: string; readonly token: string };

export async function read(station: TestStation, deviceId: string): Promise<Device> {
  return (await station.call(getDevice, { params: { deviceId } })).body;
}

/** Returns a station's record of a slot of the central, whatever its local id. */
export async function slotAt(station: TestStation, upstreamId: string): Promise<Device> {
  const query = { which: 'all', limit: '100' };
  const { items } = (await station.call(listSyncDevices, { query })).body;
  return read(station, items.find((item) => item.upstreamId === upstreamId)?.id ?? '');
}

/** Enrols a headset in a slot of the station. */
export async function enrolAt(station: TestStation, deviceId: string, androidId: string): Promise<Headset> {
  const { enrollmentToken } = await read(station, deviceId);
  const answer = await station.call(enrolDevice, { body: { enrollmentToken, androidId } });
  expect(answer.status).toBe(200);
  return { id: answer.body.id, androidId, token: answer.body.accessToken };
}

/** Sends a heartbeat with `count` events. Returns the commands in the answer. */
export async function beat(
  station: TestStation,
  { id: deviceId, token, androidId }: Headset,
  count = 0,
): Promise<readonly { readonly commandId: string; readonly event: string }[]> {
  const events = Array.from({ length: count }, (_, index) => ({
    eventId: `${androidId}-${String(index)}`,
    type: 'APP_STARTED',
    timestamp: Date.now(),
    payload: { packageName: 'com.example.reef' },
  }));
  const answer = await station.call(updateDevice, { params: { deviceId }, token, body: { events } });
  expect(answer.status).toBe(200);
  expect(answer.body.acknowledged).toHaveLength(count);
  return answer.body.commands;
}

/** Un-enrols a headset, which receives the order and cleans up. */
export async function unenrol(station: TestStation, { id: deviceId, token }: Headset): Promise<void> {
  const params = { deviceId };
  const { commandId } = (await station.call(unenrollDevice, { params })).body;
  await confirm(station, { id: deviceId, token }, commandId);
}

/** A headset has carried out a command. */
export async function confirm(
  station: TestStation,
  { id: deviceId, token }: Pick<Headset, 'id' | 'token'>,
  commandId: string,
): Promise<void> {
  const answered = await station.call(answerCommand, { params: { deviceId, commandId }, body: {}, token });
  expect(answered.status).toBe(204);
}

/** Counts the events of `beat` at a station. */
export async function eventsAt(station: TestStation, deviceId: string, androidId: string): Promise<number> {
  const known = new Set<string>();
  for (let page = 1; ; page += 1) {
    const query = { type: 'APP_STARTED', limit: '100', page: String(page) };
    const { items } = (await station.call(listEvents, { params: { deviceId }, query })).body;
    for (const { eventId } of items) if (eventId.startsWith(`${androidId}-`)) known.add(eventId);
    if (items.length < 100) return known.size;
  }
}

/** Creates a backup. Returns a function that restores it. */
export async function backedUp(station: TestStation): Promise<() => Promise<void>> {
  const { body: backup } = await station.call(createBackup);
  return async () => {
    const { body } = await station.call(restoreBackup, { params: { backupName: backup.name } });
    const isBack = async (): Promise<boolean> => {
      const answer = await station.call(getHealth).catch(() => undefined);
      return answer?.status === 200 && readdirSync(join(station.folder, 'backups')).includes(body.keptAs);
    };
    await expect.poll(isBack, { timeout: 120_000, interval: 50 }).toBe(true);
  };
}
