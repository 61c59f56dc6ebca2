import { join } from 'node:path';

import { expect } from 'vitest';

import { projectFolder } from '../../main/cli/build/build.ts';
import { Supervisor } from '../../main/app/supervisor.ts';
import { forkService } from '../../main/app/service-process.ts';
import { getDevice } from '../../shared/contract/devices/devices.ts';
import { updateDevice } from '../../shared/contract/enrolment/heartbeat.ts';
import { createSlots } from '../../shared/contract/operations/station.ts';
import { enrolDevice } from '../../shared/contract/enrolment/enrolment.ts';
import { aFolder } from '../support/temp-folder.ts';
import { person } from './stand-in/index.ts';
import { aFreePort } from '../support/free-port.ts';

const PORT = await aFreePort();
const URL = `http://127.0.0.1:${PORT}`;

/** Retries until there is an answer, as a headset does while its station is away. */
async function sendUntilAccepted(
  method: string,
  path: string,
  token: string,
  body?: unknown,
): Promise<unknown> {
  for (;;) {
    try {
      const answer = await fetch(URL + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (answer.ok) return await answer.json();
      if (answer.status < 500) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Kills the service `kills` times while `headsets` enrol and report, and checks the station afterwards. Returns the
 * counts.
 */
export async function runStorm({
  kills,
  headsets,
}: {
  readonly kills: number;
  readonly headsets: number;
}): Promise<{ readonly starts: number; readonly ready: number }> {
  using folder = aFolder();
  const flags = ['--data', folder.path, '--port', String(PORT), '--log-level', 'silent', '--rate-limit', '0'];
  let onReady: () => void = () => undefined;
  const supervisor = new Supervisor({
    // The bundle, as `serve` runs it: many starts from three hundred files would take minutes.
    fork: () => forkService(join(projectFolder, 'dist', 'service', 'desktop-service.js'), flags),
    onState: ({ state }) => {
      if (state === 'running') onReady();
    },
  });
  const nextReady = (): Promise<void> => new Promise((resolve) => (onReady = resolve));
  const first = nextReady();
  supervisor.start();
  await first;
  const { token } = await supervisor.openSession();
  const made = await sendUntilAccepted(createSlots.method, createSlots.path, token, {
    count: headsets,
    labelPrefix: 'A-',
  });
  const { items } = createSlots.reply.parse(made);

  let killed = 0;
  const storm = (async () => {
    while (killed < kills) {
      const back = nextReady();
      killed += 1;
      person.services.at(-1)?.kill('SIGKILL');
      await back;
    }
  })();
  // Each headset enrols, then reports until the test ends: each report is acknowledged exactly once.
  const ready = await Promise.all(
    items.map(async ({ id, enrollmentToken }, index) => {
      // One after the other as a technician types them, over the whole test.
      while (killed < Math.min(kills, (index * kills) / headsets))
        await new Promise((go) => setTimeout(go, 60));
      const requested = { enrollmentToken, androidId: `android-${index}` };
      const { accessToken } = enrolDevice.reply.parse(
        await sendUntilAccepted(enrolDevice.method, enrolDevice.path, token, requested),
      );
      const path = updateDevice.path.replace('{deviceId}', id);
      let acknowledged = 0;
      do {
        const event = { eventId: `e-${acknowledged}`, type: 'NOTE', timestamp: Date.now(), payload: {} };
        const body = { batteryInfo: { level: 80 }, events: [event] };
        const received = updateDevice.reply.parse(
          await sendUntilAccepted(updateDevice.method, path, accessToken, body),
        );
        acknowledged += received.acknowledged.length;
        await new Promise((resolve) => setTimeout(resolve, 250));
      } while (killed < kills && acknowledged < 200);
      const record = await sendUntilAccepted('GET', getDevice.path.replace('{deviceId}', id), accessToken);
      return getDevice.reply.parse(record).androidId;
    }),
  );
  await storm;

  expect(new Set(ready)).toEqual(new Set(items.map((_, index) => `android-${index}`)));
  expect(
    person.services.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null),
  ).toHaveLength(1);
  await supervisor.stop();
  expect(person.services.at(-1)?.exitCode).toBe(0);
  return { starts: person.services.length, ready: ready.length };
}
