import { connect } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';

import { patchDevices } from '../../../../shared/contract/devices/devices.ts';
import { openStreams } from '../../../support/open-streams.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();

test('a reader that stops reading is disconnected instead of buffered without limit, and the others continue', async () => {
  const slots = await station.slots(500);
  const devicesId = slots.map(({ id }) => id);
  const { hostname, port } = new URL(station.url);
  const stuck = connect(Number(port), hostname);
  await once(stuck, 'connect');
  stuck.write(
    `GET /station/updates HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${station.token}\r\n\r\n`,
  );
  await once(stuck, 'data');
  stuck.pause();
  await using reading = await station.stream('/station/updates');
  await reading.next('hello');
  expect(await openStreams(station)).toBe(2);

  // 500 changes of about 900 bytes a round: 8 MiB and the kernel's buffers are full long before the last round.
  let rounds = 0;
  while (rounds < 150 && (await openStreams(station)) === 2) {
    rounds += 1;
    await station.call(patchDevices, { body: { devicesId, label: `${rounds} ${'眼'.repeat(240)}` } });
  }

  expect(await openStreams(station)).toBe(1);
  await reading.next('device', ({ label }) => String(label).startsWith(`${rounds} `));
  stuck.destroy();
});
