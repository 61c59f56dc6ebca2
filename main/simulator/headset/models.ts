import type { Heartbeat } from '../../../shared/contract/enrolment/heartbeat.ts';
import { type Random, seededRandom } from '../../agent/random.ts';

export type InstalledPackage = NonNullable<Heartbeat['installedPackages']>[number];

/** Class of chip, with regard to video, as in `shared/domain/commands/stream-quality.ts`. */
export type HardwareTier = 'LEGACY' | 'XR2_GEN1' | 'XR2_GEN2' | 'UNKNOWN';

/** A headset on the market, as its software reports it. */
export type Model = Readonly<{
  name: string;
  /** Product name reported to `whatiam`. */
  product: string;
  osVersions: readonly string[];
  storageBytes: number;
  tier: HardwareTier;
  /** Packages that its manufacturer ships. */
  systemPackages: readonly string[];
}>;

const GIB = 2 ** 30;

const PICO_PACKAGES = [
  'com.picovr.store',
  'com.picovr.vrlauncher',
  'com.picovr.wing',
  'com.pico.filemanager',
];
const META_PACKAGES = [
  'com.oculus.vrshell',
  'com.oculus.explore',
  'com.oculus.browser',
  'com.oculus.systemux',
  'com.oculus.tv',
];
const HTC_PACKAGES = ['com.htc.vr.launcher', 'com.htc.viverse.browser', 'com.htc.viverse.store'];

/** The models of a fleet; the last one is of a manufacturer that no station knows. */
export const MODELS: readonly Model[] = [
  {
    name: 'PICO 4 Enterprise',
    product: 'phoenix_enterprise',
    osVersions: ['5.9.9', '5.10.2'],
    storageBytes: 256 * GIB,
    tier: 'XR2_GEN1',
    systemPackages: PICO_PACKAGES,
  },
  {
    name: 'PICO 4 Ultra',
    product: 'sparrow',
    osVersions: ['5.13.0', '5.13.3'],
    storageBytes: 256 * GIB,
    tier: 'XR2_GEN2',
    systemPackages: PICO_PACKAGES,
  },
  {
    name: 'Meta Quest 3',
    product: 'eureka',
    osVersions: ['72.0', '74.0'],
    storageBytes: 512 * GIB,
    tier: 'XR2_GEN2',
    systemPackages: META_PACKAGES,
  },
  {
    name: 'Meta Quest 3S',
    product: 'panther',
    osVersions: ['72.0', '74.0'],
    storageBytes: 128 * GIB,
    tier: 'XR2_GEN2',
    systemPackages: META_PACKAGES,
  },
  {
    name: 'Oculus Quest',
    product: 'monterey',
    osVersions: ['50.0'],
    storageBytes: 64 * GIB,
    tier: 'LEGACY',
    systemPackages: META_PACKAGES,
  },
  {
    name: 'HTC VIVE Focus Vision',
    product: 'vive_focus_vision',
    osVersions: ['7.0.999.190'],
    storageBytes: 128 * GIB,
    tier: 'XR2_GEN1',
    systemPackages: HTC_PACKAGES,
  },
  {
    name: 'HTC VIVE XR Elite',
    product: 'vive_xr_elite',
    osVersions: ['1.0.999.784'],
    storageBytes: 128 * GIB,
    tier: 'XR2_GEN1',
    systemPackages: HTC_PACKAGES,
  },
  {
    name: 'Lumen One',
    product: 'lumen1',
    osVersions: ['2.4'],
    storageBytes: 64 * GIB,
    tier: 'UNKNOWN',
    systemPackages: ['com.lumen.home'],
  },
];

/** Typical school applications. */
export const LESSON_PACKAGES: readonly string[] = [
  'com.example.anatomy',
  'com.example.chemistry',
  'com.example.museum',
  'com.example.planetarium',
  'com.example.safety',
  'com.example.languages',
];

const AGENT_PACKAGE = 'io.muster.agent';

/** Returns the version that every headset with this package has, because a cart is set up in one go. */
function versionOf(packageName: string): InstalledPackage {
  const versionCode = seededRandom(packageName).integer(100, 400);
  const versionName = `${Math.floor(versionCode / 100)}.${versionCode % 100}`;
  return { packageName, versionCode, versionName };
}

/** The constant properties of a headset. */
export type Identity = Readonly<{
  androidId: string;
  macAddress: string;
  model: Model;
  osVersion: string;
  packages: readonly InstalledPackage[];
}>;

/** Returns the headset for this random generator: always the same. */
export function anIdentity(random: Random, modelName: string | null = null, shipsLessons = true): Identity {
  const androidId = random.hex(16);
  // 02 marks a locally administered address, so that it can never be that of a real headset.
  const macAddress = `02:${Array.from({ length: 5 }, () => random.hex(2)).join(':')}`;
  // Always drawn, so that later numbers stay the same.
  const anyModel = random.pick(MODELS);
  const model = MODELS.find(({ name }) => name === modelName) ?? anyModel;
  const lessons = LESSON_PACKAGES.filter(() => random.chance(0.6));
  const packages = [AGENT_PACKAGE, ...model.systemPackages, ...(shipsLessons ? lessons : [])].map(versionOf);
  return { androidId, macAddress, model, osVersion: random.pick(model.osVersions), packages };
}
