import { configureDevice, configureDevices } from '../../shared/contract/configure.ts';
import { deleteDevice, patchDevice } from '../../shared/contract/devices.ts';
import { enrolDevice } from '../../shared/contract/enrolment.ts';
import { createSlots } from '../../shared/contract/station.ts';
import type { TestStation } from '../support/a-station.ts';
import { aCentral } from '../support/central-double/index.ts';
import { connect, syncNow } from '../support/synced-station.ts';
import { VOLCANO } from './volcano.ts';

type Staged = AsyncDisposable & { readonly ids: readonly string[]; readonly named: Record<string, string> };

/** Thirty headsets of a central: conflicts of every kind, one refused, one gone, one not understood; then it is away. */
export async function syncedScene(station: TestStation): Promise<Staged> {
  const central = await aCentral();
  const ids = Array.from({ length: 30 }, (_, index) => `school-${String(index + 1).padStart(2, '0')}`);
  for (const [index, id] of ids.entries()) {
    const label = `A-${String(index + 1).padStart(2, '0')}`;
    const metadata = { muster: { group: { id: 'cart-a', label: 'Cart A' } } };
    const settings = {
      power: { autoSleepDelaySec: 600 },
      display: { brightness: 50 },
      applications: [VOLCANO],
    };
    central.add(id, { label, metadata, settings });
  }
  central.add('odd', { label: 'A-99', settings: 'none' as never });
  await connect(station, central);
  await station.call(createSlots, { body: { count: 2, labelPrefix: 'B-' } });
  for (const id of ids.slice(3, 15)) {
    const androidId = `headset-${id}`;
    await station.call(enrolDevice, { body: { enrollmentToken: `token-${id}`, androidId } });
  }
  await central.goAway();
  await station.call(configureDevices, {
    body: { devicesId: ids.slice(3, 9), settings: { power: { autoSleepDelaySec: 1_800 } } },
  });
  await station.call(configureDevice, {
    params: { deviceId: 'school-02' },
    body: { system: { locale: 'xx' } },
  });
  await station.call(configureDevice, {
    params: { deviceId: 'school-12' },
    body: { applications: [{ ...VOLCANO, codeVersion: 4, url: 'https://files.example/volcano-4.apk' }] },
  });
  for (const id of ids.slice(3, 9)) {
    central.edit(id, (device) => Object.assign(device.settings, { power: { autoSleepDelaySec: 300 } }));
  }
  central.edit('school-10', (device) => (device.androidId = 'somebody-else'));
  central.edit('school-12', (device) => Object.assign(device.settings, { applications: [] }));
  central.devices.delete('school-30');
  central.fault = ({ path, method }) =>
    method === 'PUT' && path.startsWith('/devices/school-02/')
      ? { kind: 'answer', status: 422, body: '{"code":"INVALID_CONFIGURATION","message":"No such language"}' }
      : undefined;
  await central.comeBack();
  await syncNow(station);
  await central.goAway();
  await station.call(configureDevices, {
    body: { devicesId: ids.slice(15, 27), settings: { display: { brightness: 70 } } },
  });
  for (const id of ids.slice(17, 20))
    await station.call(patchDevice, { params: { deviceId: id }, body: { label: `C-${id.slice(-2)}` } });
  await station.call(deleteDevice, { params: { deviceId: 'school-29' } });
  await syncNow(station);
  return { ids, named: {}, [Symbol.asyncDispose]: () => central[Symbol.asyncDispose]() };
}
