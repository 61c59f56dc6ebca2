import { expect, test } from 'vitest';

import {
  knownOf,
  remoteState,
  sealState,
  toStored,
  unsealState,
  withUnknown,
} from '../../../../main/service/sync/wire/wire.ts';
import { newMasterKey, Vault } from '../../../../main/service/kernel/vault.ts';
import { type DesiredState, NOTHING_DESIRED } from '../../../../main/service/sync/rules/desired.ts';

const vault = new Vault('', newMasterKey());

const STATE: DesiredState = {
  label: 'A-01',
  description: 'By the window',
  license: { level: 'gold' },
  settings: {
    volume: 3,
    haptics: { isOn: true },
    wifi: [{ ssid: 'School', password: 'coral-lagoon', priority: 1 }, { ssid: 'Guests' }, 'odd'],
  },
  metadata: { class: { room: '12' } },
};

test('a stored state is read back whole, and its text shows no password', () => {
  const stored = sealState(STATE, vault);

  expect(stored).not.toContain('coral-lagoon');
  expect(unsealState(stored, vault)).toEqual(STATE);
});

test('a stored state is readable without its passwords if another station encrypted them', () => {
  const stored = sealState(STATE, new Vault('', newMasterKey()));

  const { settings, ...rest } = unsealState(stored, vault);

  expect(rest).toEqual({ ...STATE, settings: undefined });
  expect(settings['wifi']).toEqual([{ ssid: 'School', priority: 1 }, { ssid: 'Guests' }, 'odd']);
});

test('an unchanged password keeps its ciphertext, a changed one gets another, and an empty one none', () => {
  const wifi = (password: string) => ({ wifi: [{ ssid: 'School', password }] });
  const before = toStored(wifi('coral'), {}, vault);
  const sealed = before.wifi?.[0]?.sealedPassword ?? '';
  expect(vault.unseal(sealed)).toBe('coral');

  const same = toStored(wifi('coral'), before, vault);
  const other = toStored(wifi('kelp'), before, vault);

  expect(same).toEqual(before);
  expect(vault.unseal(other.wifi?.[0]?.sealedPassword ?? '')).toBe('kelp');
  expect(toStored(wifi(''), before, vault)).toEqual({ wifi: [{ ssid: 'School' }] });
  expect(toStored({ volume: 2 }, before, vault)).toEqual({ volume: 2 });
});

test.for(['label', 'description', 'license', 'settings', 'metadata'] as const)(
  'if an answer of the central omits the %s, the last known value is kept and the rest is updated',
  (part) => {
    const { [part]: _, ...answer } = NOTHING_DESIRED;
    expect(remoteState(answer, STATE)).toEqual({ ...NOTHING_DESIRED, [part]: STATE[part] });
  },
);

test('a password that the central does not show is the last known one of the same network', () => {
  const wifi = [{ ssid: 'School', priority: 2 }, { ssid: 'Guests', password: 'new' }, { ssid: 'Library' }];
  expect(remoteState({ settings: { wifi } }, STATE).settings['wifi']).toEqual([
    { ssid: 'School', priority: 2, password: 'coral-lagoon' },
    { ssid: 'Guests', password: 'new' },
    { ssid: 'Library' },
  ]);
});

test('a password that was changed at the central replaces the last known one', () => {
  const settings = { wifi: [{ ssid: 'School', password: 'kelp' }] };
  expect(remoteState({ settings }, STATE).settings).toEqual(settings);
});

test('what headsets report is not part of the desired state of the central', () => {
  const video = { id: 'dive', url: 'http://x/dive' };
  const settings = {
    volume: 2,
    batteryInfo: { level: 50 },
    storages: [{ free: 1 }],
    videos: [{ ...video, deployment: { status: 'INSTALLED' } }],
    packages: ['org.reef'],
  };
  expect(remoteState({ settings }).settings).toEqual({ volume: 2, videos: [video], packages: ['org.reef'] });
});

test('a label, description, setting or namespace that is invalid here is not applied, and what is valid is', () => {
  const known = knownOf({
    label: 'x'.repeat(257),
    description: 'x'.repeat(65_537),
    license: null,
    settings: { volume: 2, display: { brightness: 'bright' } },
    metadata: { class: { room: '12' }, 'Not a namespace': { a: 1 }, odd: { group: 'none' } },
  });
  expect(known).toEqual({
    label: null,
    description: null,
    license: null,
    settings: { volume: 2, display: {} },
    metadata: { class: { room: '12' } },
  });
});

test.for([true, false])(
  'a kiosk in the short form of the interface is a kiosk that is on or off: %s',
  (isActive) => {
    const { settings } = knownOf({ ...NOTHING_DESIRED, settings: { kioskMode: isActive } });
    expect(settings).toEqual({ kioskMode: { isActive } });
  },
);

/** A state of which this station understands only a part. */
const NEWER: DesiredState = {
  label: 'x'.repeat(257),
  description: 'By the window',
  license: { level: 'gold', seats: 30 },
  settings: { volume: 3, haptics: { isOn: true }, display: { brightness: 1, glow: 'soft' } },
  metadata: { class: { room: '12' }, odd: { group: 'none' } },
};

test('a device without local changes has all that the central has, understood or not', () => {
  expect(withUnknown(NEWER, knownOf(NEWER))).toEqual(NEWER);
});

test('local changes keep what this station does not understand', () => {
  const here = knownOf(NEWER);

  const changed = withUnknown(NEWER, {
    ...here,
    label: 'Front row',
    license: { ...here.license, level: 'free' },
    settings: { volume: 4 },
    metadata: { class: { room: '14' } },
  });

  expect(changed).toEqual({
    label: 'Front row',
    description: 'By the window',
    license: { level: 'free', seats: 30 },
    settings: { volume: 4, haptics: { isOn: true } },
    metadata: { class: { room: '14' }, odd: { group: 'none' } },
  });
});

test('a licence that was removed here is removed, whatever else the central has in it', () => {
  expect(withUnknown(NEWER, { ...knownOf(NEWER), license: null }).license).toBeNull();
});

test('the state of a device that never synced is its local state', () => {
  const here = knownOf(STATE);
  expect(withUnknown(undefined, here)).toEqual(here);
});
