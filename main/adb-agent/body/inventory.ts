import type { HeadsetReport } from '../../agent/headset.ts';
import { readProperties } from '../../../shared/domain/enrolment/cable/answers.ts';
import { modelName } from '../../../shared/domain/devices/model-name.ts';
import { readAndroidId } from '../../adb/android-id.ts';
import { readBattery, readIsAwake, readMac, readStorages } from '../readers/hardware.ts';
import { toName } from '../readers/software.ts';
import { foregroundOf, installedApps } from './apps.ts';
import type { Shell } from './writers.ts';

/** What identifies a headset, and what never changes while it is connected. */
export type HeadsetFacts = Readonly<{
  /** Of the shell user: the same until the headset is reset. */
  androidId: string;
  /** Of the hardware. */
  serial: string;
  /** Of its model, as people know it. */
  modelName: string;
  product: string;
  androidVersion: string;
  /** The manufacturer's number of the system, where it states one. */
  firmware: string | null;
  macAddress: string | null;
}>;

/** Reads what identifies a headset; null if it does not say who it is. */
export async function readFacts(shell: Shell): Promise<HeadsetFacts | null> {
  const properties = readProperties((await shell.run(['getprop'])).stdout);
  const androidId = await readAndroidId(shell);
  const serial = toName(properties.get('ro.serialno') ?? '');
  if (androidId === null || serial === '') return null;
  const said = (name: string): string => toName(properties.get(name) ?? '');
  return {
    androidId,
    serial,
    modelName: toName(modelName(properties) ?? '') || 'Android',
    product: said('ro.product.device') || said('ro.product.name') || said('ro.product.model'),
    androidVersion: said('ro.build.version.release'),
    firmware: said('ro.vros.build.version') || said('ro.build.version.incremental') || null,
    macAddress: await readMacOf(shell),
  };
}

/** The file may be denied to the shell; the tool then often tells it. */
async function readMacOf(shell: Shell): Promise<string | null> {
  const file = readMac((await shell.run(['cat', '/sys/class/net/wlan0/address'])).stdout);
  return file ?? readMac((await shell.run(['ip', '-o', 'link', 'show', 'wlan0'])).stdout);
}

/** The state of a headset that changes: what a report says, and the app in the foreground. */
export type HeadsetState = Readonly<{
  report: Pick<HeadsetReport, 'batteryInfo' | 'storages' | 'worn' | 'installedPackages'>;
  foreground: string | null;
}>;

/** Reads the current state. What the headset does not tell is absent. @throws {CableError} if it is gone. */
export async function readState(shell: Shell): Promise<HeadsetState> {
  const battery = readBattery((await shell.run(['dumpsys', 'battery'])).stdout);
  const storages = readStorages((await shell.run(['df', '-k'])).stdout);
  const isAwake = readIsAwake((await shell.run(['dumpsys', 'power'])).stdout);
  const packages = await installedApps(shell);
  return {
    foreground: await foregroundOf(shell),
    report: {
      ...(battery === null ? {} : { batteryInfo: battery }),
      ...(storages.length === 0 ? {} : { storages }),
      // Awake is the most that adb tells: a headset on a table may be awake too, a sleeping one is never worn.
      ...(isAwake === false ? { worn: false } : {}),
      installedPackages: packages,
    },
  };
}
