import { ADB_SOURCES, type AdbCapability } from './facts.ts';

const yes = (how: string, source: string, more: Partial<AdbCapability> = {}): AdbCapability => ({
  support: 'yes',
  how,
  certainty: 'A',
  source,
  ...more,
});
const partial = (how: string, source: string, more: Partial<AdbCapability> = {}): AdbCapability => ({
  ...yes(how, source, more),
  support: 'partial',
});

/** What adb tells about a headset and can do with it, besides settings; by its name in English. */
export const ADB_ACTIONS: Readonly<Record<string, AdbCapability>> = {
  'Model and Android version': yes('`getprop`', ADB_SOURCES.android),
  'Manufacturer’s system version': partial('`ro.build.version.incremental`', ADB_SOURCES.android, {
    on: {
      meta: {
        support: 'yes',
        how: '`ro.vros.build.version`, else `ro.build.version.incremental`',
        certainty: 'C',
        source: ADB_SOURCES.scripts,
      },
    },
  }),
  'Identity (Android ID, serial number)': yes(
    '`settings get secure android_id`, `ro.serialno`; a new Android ID under a known serial number is a reset headset',
    ADB_SOURCES.settings,
  ),
  'MAC address': partial(
    '`/sys/class/net/wlan0/address`, else `ip link show wlan0`; some systems deny both',
    ADB_SOURCES.android,
    { certainty: 'B' },
  ),
  'Battery of the headset': yes('`dumpsys battery`', ADB_SOURCES.battery),
  'Battery of the controllers': {
    support: 'no',
    how: 'No command is known',
    certainty: 'C',
    source: ADB_SOURCES.scripts,
    on: {
      meta: {
        support: 'partial',
        how: '`dumpsys OVRRemoteService`, where the system has this service; in the answer to a ping',
        certainty: 'B',
        source: ADB_SOURCES.scripts,
      },
    },
  },
  Storage: yes('`df -k`: the internal storage, and memory cards', ADB_SOURCES.android),
  'Worn or not': partial(
    '`dumpsys power`: a headset that sleeps is not worn; one that is awake may lie on a table',
    ADB_SOURCES.android,
  ),
  'Installed apps with versions': yes(
    '`pm list packages -3 --show-versioncode`; on Android 7 without versions',
    ADB_SOURCES.packages,
    { since: '8' },
  ),
  'App in the foreground': yes('`dumpsys activity activities`', ADB_SOURCES.activities),
  'Install and remove apps': yes('`cmd package install`, `pm uninstall`', ADB_SOURCES.packages),
  'Expansion files (OBB)': partial(
    '`/sdcard/Android/obb/PACKAGE/`; some manufacturers deny it from Android 11 on',
    ADB_SOURCES.packages,
    { certainty: 'C' },
  ),
  'Videos and files': yes('adb’s file transfer, `sha256sum`, `mv`', ADB_SOURCES.android),
  'Start an app': yes(
    '`am start`; started is what is in the foreground afterwards: a start may be refused while the controllers sleep',
    ADB_SOURCES.activities,
    {
      on: {
        meta: {
          support: 'yes',
          how: '`am start`, also by the category `com.oculus.intent.category.VR`; may be refused while the controllers sleep',
          certainty: 'B',
          source: `${ADB_SOURCES.activities}; ${ADB_SOURCES.scripts}`,
        },
      },
    },
  ),
  'Stop an app': yes('`am force-stop`', ADB_SOURCES.activities),
  'Open a web address': yes('`am start -a android.intent.action.VIEW`', ADB_SOURCES.activities),
  'Show a message': partial(
    '`cmd notification post`: sent; whether the wearer sees it depends on the system',
    ADB_SOURCES.notifications,
    { since: '10' },
  ),
  'Play and pause a video': partial(
    '`am start` with the file, and `cmd media_session dispatch pause`; whether a player reacts is not told',
    ADB_SOURCES.media,
    { certainty: 'C' },
  ),
  'Restart and power off': yes('`reboot`, `reboot -p`', ADB_SOURCES.android),
  Identify: partial(
    'The display wakes up and a notification is posted; no sound',
    ADB_SOURCES.notifications,
    { since: '10' },
  ),
  'Small pictures': partial(
    '`screencap -p`, one half where both eyes are beside each other; black for protected content',
    ADB_SOURCES.android,
    { certainty: 'B' },
  ),
  'Live video': {
    support: 'no',
    how: 'No package of the registry has an encoder that runs on the headset',
    certainty: 'A',
    source: ADB_SOURCES.own,
  },
  'Over Wi-Fi after the cable': partial(
    '`adb tcpip`; ends with a restart of the headset, which then needs the cable once. Another address is found where the headset announces `_adb._tcp`, or by its MAC address on a network of this computer',
    ADB_SOURCES.wireless,
    { certainty: 'B' },
  ),
  'Over Wi-Fi without a cable, by a code': partial(
    '*Wireless debugging* with a pairing code, where the system has it; needs adb 30 or newer on the computer. Whether it survives a restart is the manufacturer’s choice. Its port changes, and is found where the headset announces `_adb-tls-connect._tcp`. Not tried on any headset',
    ADB_SOURCES.debugging,
    {
      certainty: 'C',
      since: '11',
      on: {
        meta: {
          support: 'partial',
          how: 'The system hides the switch',
          certainty: 'C',
          source: `${ADB_SOURCES.debugging}; ${ADB_SOURCES.scripts}`,
          since: '11',
        },
      },
    },
  ),
  'Wi-Fi stays on while it sleeps': partial(
    '`settings put global wifi_sleep_policy 2` while it is managed over Wi-Fi, and its own value when it is not any more; Android 11 and later ignore it and keep the Wi-Fi on. Whether a manufacturer’s deep sleep ends it is not known',
    `${ADB_SOURCES.settings}; ${ADB_SOURCES.scripts}`,
    {
      certainty: 'B',
      on: {
        meta: {
          support: 'partial',
          how: 'The system ignores `wifi_sleep_policy` from Android 11 on and keeps the Wi-Fi on, but sleeps deeply after a while: wake it. `prox_close` would hold it awake and is not used: left on, it empties the battery in a bag',
          certainty: 'C',
          source: `${ADB_SOURCES.settings}; ${ADB_SOURCES.scripts}`,
        },
      },
    },
  ),
  'Lock in kiosk mode': {
    support: 'no',
    how: 'Needs a device owner or the manufacturer’s service on the headset',
    certainty: 'A',
    source: ADB_SOURCES.android,
    on: {
      pico: {
        support: 'no',
        how: '`persist.pxr.force.home` exists on G2 and Neo 2 only; Neo 3 and 4 need the manufacturer’s service. Not used',
        certainty: 'B',
        source: ADB_SOURCES.pico,
      },
    },
  },
};
