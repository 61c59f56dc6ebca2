import { libraryPath } from '../../../../shared/domain/content/library-address.ts';
import type { ReadyApps } from '../../content/index.ts';
import { PRACTICE_ICONS } from './practice-icons.ts';

const MIB = 2 ** 20;

/** What the headsets of the practice cart get. No headset installs them: there is nothing in their files. */
const APPS = [
  { icon: 'planetarium', label: 'Planetarium', versionCode: 241, versionName: '2.4.1', sizeBytes: 8 * MIB },
  { icon: 'body', label: 'Human Body', versionCode: 320, versionName: '3.2.0', sizeBytes: 10 * MIB },
  { icon: 'museum', label: 'Museum Tour', versionCode: 187, versionName: '1.8.7', sizeBytes: 6 * MIB },
] as const;

const packageOf = (icon: string): string => `io.muster.practice.${icon}`;

export const PRACTICE_PACKAGES: readonly string[] = APPS.map(({ icon }) => packageOf(icon));

/** Volume of the practice cart in percent, from which one headset departs. */
const VOLUME = 40;

/** An app as simulated headsets install it. */
export type PracticeApp = {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly versionName: string;
};

/** Settings of a practice headset, and what it simulates for them. */
export type PracticeContent = {
  readonly settings: object;
  readonly apps: readonly PracticeApp[];
};

/** Puts the practice apps into the library. Returns the settings that assign them. */
export async function addPracticeApps(library: ReadyApps, enterpriseId: string): Promise<PracticeContent> {
  const applications: object[] = [];
  const apps: PracticeApp[] = [];
  for (const { label, versionCode, versionName, sizeBytes, icon } of APPS) {
    const packageName = packageOf(icon);
    const facts = { packageName, label, versionCode, versionName, minSdk: 29, permissions: [], parts: null };
    const name = `${label}.apk`;
    const bytes = Buffer.alloc(sizeBytes);
    bytes.write(`${name}: for the practice cart of Muster, not an application\n`);
    const picture = Buffer.from(PRACTICE_ICONS[icon].join(''), 'base64');
    const sha256 = await library.add(enterpriseId, { name, facts, icon: picture, bytes });
    const url = libraryPath(sha256, name);
    applications.push({ id: packageName, packageName, codeVersion: versionCode, url });
    apps.push({ sha256, sizeBytes, versionName });
  }
  return { settings: { applications, volume: VOLUME }, apps };
}
