import { configureDevice, configureDevices } from '../../shared/contract/configuration/configure.ts';
import { deleteDevice, patchDevice } from '../../shared/contract/devices/devices.ts';
import { enrolDevice } from '../../shared/contract/enrolment/enrolment.ts';
import { createSlots } from '../../shared/contract/operations/station.ts';
import type { TestStation } from '../support/a-station.ts';
import { aCentral } from '../support/central-double/index.ts';
import { connect, syncNow } from '../support/synced-station.ts';
import { VOLCANO } from './volcano.ts';

type Staged = AsyncDisposable & { readonly ids: readonly string[]; readonly named: Record<string, string> };

/**
 * Thirty headsets of a central: conflicts of every kind, one rejected, one deleted, one unreadable; then the central
 * goes offline.
 */
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
  await central.goOffline();
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
  await central.goOnline();
  await syncNow(station);
  await central.goOffline();
  await station.call(configureDevices, {
    body: { devicesId: ids.slice(15, 27), settings: { display: { brightness: 70 } } },
  });
  for (const id of ids.slice(17, 20))
    await station.call(patchDevice, { params: { deviceId: id }, body: { label: `C-${id.slice(-2)}` } });
  await station.call(deleteDevice, { params: { deviceId: 'school-29' } });
  await syncNow(station);
  return { ids, named: {}, [Symbol.asyncDispose]: () => central[Symbol.asyncDispose]() };
}

const CART = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K'];

/** Headsets of a central, each changed on both sides while disconnected, so that each has a conflict. */
export function conflictsScene(count: number): (station: TestStation) => Promise<Staged> {
  return async (station) => {
    const central = await aCentral();
    const ids = Array.from({ length: count }, (_, index) => `school-${String(index).padStart(4, '0')}`);
    for (const [index, id] of ids.entries()) {
      const label = `${CART[Math.floor(index / 100)]}-${String((index % 100) + 1).padStart(2, '0')}`;
      central.add(id, {
        label,
        settings: { power: { autoSleepDelaySec: 600 }, display: { brightness: 50 } },
      });
    }
    await connect(station, central);
    for (let tries = 0; (await syncNow(station)).linked < count && tries < 20; tries += 1);
    await central.goOffline();
    // In every group of four headsets one has a different name, one a different sleep setting and two a different
    // brightness.
    const of = (...which: readonly number[]): string[] => ids.filter((_, index) => which.includes(index % 4));
    for (const id of of(0))
      await station.call(patchDevice, {
        params: { deviceId: id },
        body: { label: `Reading room ${id.slice(-4)}` },
      });
    for (const [part, settings] of [
      [of(1), { power: { autoSleepDelaySec: 1_800 } }],
      [of(2, 3), { display: { brightness: 80 } }],
    ] as const)
      if (part.length > 0) await station.call(configureDevices, { body: { devicesId: part, settings } });
    for (const id of of(0)) central.edit(id, (device) => (device.label = `Library ${id.slice(-4)}`));
    for (const id of of(1))
      central.edit(id, (device) => Object.assign(device.settings, { power: { autoSleepDelaySec: 300 } }));
    for (const id of of(2, 3))
      central.edit(id, (device) => Object.assign(device.settings, { display: { brightness: 30 } }));
    await central.goOnline();
    for (let tries = 0; (await syncNow(station)).conflicts < count && tries < 20; tries += 1);
    return { ids, named: {}, [Symbol.asyncDispose]: () => central[Symbol.asyncDispose]() };
  };
}
