import { expect, test } from 'vitest';
import { z } from 'zod';

import { configureDevice } from '../../../../shared/contract/configuration/configure.ts';
import { getDevice } from '../../../../shared/contract/devices/devices.ts';
import { settingsSchema } from '../../../../shared/contract/configuration/settings/settings.ts';
import { settingsChangeExample } from '../../../../shared/contract/configuration/settings/settings.reference.ts';
import { refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();

type Kind = 'number' | 'boolean' | 'string' | 'list' | 'object';
type Fields = Readonly<Partial<Record<Kind, string>>>;

/** Settings without fields of their own, by type. Source for all tables here: the API documentation, "Settings". */
const SINGLE: Fields = {
  boolean:
    'developerSettingsAllowed isOfflineEnabled isContentDownloadAllowed isLanDiscoveryEnabled isScreensharingEnabled isLanIntercomEnabled',
  number: 'volume',
  string: 'expirationDate',
};
/** Groups, and the proxy within one. */
const GROUPS: Readonly<Record<string, Fields>> = {
  kioskMode: { boolean: 'isActive', string: 'packageName' },
  display: {
    number: 'brightness refreshRate ipdMm',
    boolean:
      'passthroughEnabled guardianEnabled boundaryConfirmDialog bootAnimationEnabled chargingAnimationEnabled',
  },
  audio: { number: 'multimedia notification alarm system' },
  power: {
    number: 'screenOffDelaySec autoSleepDelaySec',
    boolean: 'autoSleepOnTakeoff',
    string: 'powerKeyShort powerKeyLong scheduledStartup scheduledShutdown',
  },
  system: {
    string: 'countryCode locale timezone ntpServer defaultLauncherPackage',
    boolean:
      'autoTime lockScreenEnabled lockScreenPasscodeEnabled showAppQuitConfirmDialog killBackgroundVrApp allowUnknownSources developerOptionsEnabled',
    list: 'keepAlivePackages',
  },
  security: {
    boolean:
      'usbEnabled usbFileTransferEnabled usbDebuggingEnabled usbTetheringEnabled bluetoothEnabled bluetoothTetheringEnabled wifiTetheringEnabled microphoneEnabled locationEnabled screenCastEnabled screenshotAllowed cameraEnabled factoryResetProtection',
  },
  tracking: {
    boolean:
      'eyeTrackingEnabled faceTrackingEnabled handTrackingEnabled bodyTrackingEnabled sixDof controllerVibration',
    string: 'trackingOrigin',
  },
  shortcuts: {
    boolean:
      'recordEnabled castEnabled captureEnabled settingsEnabled recenterEnabled backEnabled fitEnabled',
  },
  network: {
    boolean: 'wifiEnabled wifiP2pEnabled',
    string: 'otaPolicy otaServerUrl',
    object: 'globalProxy',
  },
};
const PROXY: Fields = { boolean: 'use', string: 'host byPass', number: 'port' };
/** Lists, with the fields of an entry. */
const LISTS: Readonly<Record<string, Fields>> = {
  applications: { string: 'id idDetailContent packageName url obbUrl expirationDate', number: 'codeVersion' },
  videos: {
    string:
      'id idDetailContent title url posterUrl vignetteUrl synopsis description projectionType formatType',
    boolean: 'isStereoscopic',
  },
  files: { string: 'id name url destinationPath' },
  wifi: { string: 'ssid password', boolean: 'hidden', number: 'priority', object: 'proxySettings' },
};

const SETTINGS: Readonly<Record<string, unknown>> = settingsChangeExample;
const names = (fields: Fields): string[] => Object.values(fields).flatMap((each) => each.split(' '));

/** The fields of an object with their documented type; null is none. */
function ofTheirKind(object: unknown, fields: Fields): string[] {
  const values = object as Readonly<Record<string, unknown>>;
  return (Object.entries(fields) as [Kind, string][]).flatMap(([kind, list]) =>
    list.split(' ').filter((name) => kindOf(values[name]) === kind),
  );
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value;
}

/** Returns what the API says about a field of a group. */
function descriptionOf(group: string, name: string): string {
  const groups: Readonly<Record<string, z.ZodOptional>> = settingsSchema.shape;
  const schema = groups[group]?.unwrap();
  const fields: Readonly<Record<string, unknown>> = schema instanceof z.ZodObject ? schema.shape : {};
  const field = fields[name];
  return field instanceof z.ZodType ? (field.description ?? '') : '';
}

const OF_KIND: Readonly<Record<Kind, unknown>> = {
  number: 7,
  boolean: true,
  string: 'text',
  list: [],
  object: {},
};

/** A value of every type but this one. */
function ofOtherKinds(kind: Kind): unknown[] {
  return Object.entries(OF_KIND).flatMap(([other, value]) => (other === kind ? [] : [value]));
}

async function configured(body: object): Promise<Readonly<Record<string, unknown>>> {
  const [slot] = await station.slots(1);
  const params = { deviceId: slot?.id ?? '' };
  const answer = await station.call(configureDevice, { params, body });
  expect(answer.status).toBe(200);
  return (await station.call(getDevice, { params })).body.settings;
}

test('each single setting of the interface is stored with its type', async () => {
  const stored = await configured(settingsChangeExample);

  expect(ofTheirKind(stored, SINGLE)).toEqual(names(SINGLE));
});

test.each(Object.entries(GROUPS))('the group %s has every field of the interface', async (group, fields) => {
  const input = SETTINGS[group];
  const stored = (await configured({ applications: SETTINGS['applications'], [group]: input }))[group];

  expect(stored).toEqual(input);
  expect(ofTheirKind(stored, fields)).toEqual(names(fields));
});

test.each(Object.entries(GROUPS))(
  'the group %s has no other field, unless it is described as an extension',
  (group, fields) => {
    const others = Object.keys(SETTINGS[group] as object).filter((name) => !names(fields).includes(name));
    const described = others.filter((name) => descriptionOf(group, name).includes('(an extension)'));

    expect(others).toEqual(described);
  },
);

test.each(Object.entries(LISTS))('an entry of %s has every field of the interface', async (list, fields) => {
  const stored = (await configured({ [list]: SETTINGS[list] }))[list];

  expect(stored).toMatchObject(SETTINGS[list] as object[]);
  expect(ofTheirKind((stored as unknown[])[0], fields)).toEqual(names(fields));
});

test('packages are strings, and video360 stays as it was sent', async () => {
  const video360 = [{ id: 'v', anything: { at: ['all', 1, null] } }];

  expect(await configured({ packages: ['com.a', 'com.b'], video360 })).toMatchObject({
    packages: ['com.a', 'com.b'],
    video360,
  });
});

test('a proxy has every field of the interface, for one network and for all', async () => {
  const { wifi, network } = await configured(settingsChangeExample);

  for (const proxy of [
    (wifi as { proxySettings: unknown }[])[0]?.proxySettings,
    (network as { globalProxy: unknown }).globalProxy,
  ]) {
    expect(ofTheirKind(proxy, PROXY)).toEqual(names(PROXY));
  }
});

/** Every field of every group, with its type. */
const places = Object.entries(GROUPS).flatMap(([group, fields]) =>
  (Object.entries(fields) as [Kind, string][]).flatMap(([kind, list]) =>
    list.split(' ').map((name) => ({ group, name, kind })),
  ),
);

test.each(Object.keys(GROUPS))('the group %s accepts no field of another type', async (group) => {
  const [slot] = await station.slots(1);
  const params = { deviceId: slot?.id ?? '' };

  for (const { name, kind } of places.filter((each) => each.group === group)) {
    for (const wrong of ofOtherKinds(kind)) {
      const answer = await station.call(configureDevice, { params, body: { [group]: { [name]: wrong } } });
      // A choice of two forms is named as a whole.
      expect(answer).toMatchObject(refusedAt(group === 'kioskMode' ? 'kioskMode' : `${group}.${name}`));
    }
  }
  expect((await station.call(getDevice, { params })).body).toMatchObject({
    settings: {},
    settingsRevision: 0,
  });
});
