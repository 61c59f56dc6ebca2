import { packageNameSchema } from '../../../../shared/contract/content/applications.ts';
import type { ApkFacts, ApkFinding } from '../../../../shared/contract/content/library.ts';
import { ApkFault } from './apk-fault.ts';
import { readXml, type XmlElement, type XmlValue } from './binary-xml.ts';
import { VALUE } from './chunks.ts';
import { findIcon } from './icon.ts';
import { Resources } from './resources.ts';
import type { Zip } from '../../../zip/zip.ts';

/** Size limits of what is read; the largest known are a tenth of it. */
const MAX_MANIFEST_BYTES = 8 * 1024 * 1024;
const MAX_TABLE_BYTES = 96 * 1024 * 1024;
const MAX_PERMISSIONS = 1_000;
const MAX_NAME_LENGTH = 256;
const LAUNCHER = 'android.intent.category.LAUNCHER';

/** Facts about an APK, and its icon as a file. */
export type WholeApk = { readonly facts: ApkFacts; readonly icon: Uint8Array | null };
/** The same, or why it cannot be read. */
export type ApkReading = WholeApk | { readonly finding: ApkFinding };

/** What the manifest of an APK says. */
export type Manifest = {
  readonly facts: Omit<ApkFacts, 'label' | 'parts'>;
  /** The name of a part of an app; null for a base, and for an app in one APK. */
  readonly split: string | null;
  /** True if it does not run without other parts. */
  readonly requiresSplits: boolean;
  /** Kinds of parts that it needs, and those that it is. */
  readonly requiredTypes: readonly string[];
  readonly types: readonly string[];
  readonly elements: readonly XmlElement[];
  readonly resources: Resources | undefined;
};

/** @throws {ApkFault} {ZipFault} {RangeError} */
export function readManifest(zip: Zip): Manifest {
  const manifest = zip.read('AndroidManifest.xml', MAX_MANIFEST_BYTES);
  if (manifest === undefined) throw new ApkFault('NOT_AN_APK', 'It has no manifest');
  const elements = readXml(manifest);
  const [root] = elements;
  if (root?.name !== 'manifest') throw new ApkFault('DAMAGED', 'The manifest is not valid');
  const { attributes } = root;
  const split = attributes.get('split')?.text ?? '';
  // A part has resources too, and neither label nor icon.
  const resources = split === '' ? openResources(zip) : undefined;
  const application = applicationIn(elements);
  return {
    facts: factsOf(root, elements, resources),
    split: split === '' ? null : split.slice(0, MAX_NAME_LENGTH),
    requiresSplits: [attributes, application?.attributes].some((each) =>
      isTrue(each?.get('isSplitRequired')),
    ),
    requiredTypes: listOf(attributes.get('requiredSplitTypes')),
    types: listOf(attributes.get('splitTypes')),
    elements,
    resources,
  };
}

/** Returns everything about a base, or an app in one APK. @throws {ApkFault} {ZipFault} {RangeError} */
export function readWhole(zip: Zip, { facts, elements, resources }: Manifest): WholeApk {
  const application = applicationIn(elements);
  const label = labelOf(application, elements, resources);
  const icon = resources === undefined ? null : findIcon(zip, resources, iconIds(application));
  return { facts: { ...facts, label, parts: null }, icon };
}

function applicationIn(elements: readonly XmlElement[]): XmlElement | undefined {
  return elements.find(({ name, depth }) => name === 'application' && depth === 1);
}

/** Returns undefined for an APK without resources, which is valid. */
function openResources(zip: Zip): Resources | undefined {
  const table = zip.read('resources.arsc', MAX_TABLE_BYTES);
  return table === undefined ? undefined : new Resources(table);
}

function factsOf(root: XmlElement, elements: readonly XmlElement[], resources: Resources | undefined) {
  const { attributes } = root;
  const packageName = packageNameSchema.safeParse(attributes.get('package')?.text).data;
  if (packageName === undefined) throw new ApkFault('DAMAGED', 'The manifest names no package');
  const sdk = elements.find(({ name }) => name === 'uses-sdk');
  return {
    packageName,
    versionCode: versionCodeOf(root),
    versionName: textOf(attributes.get('versionName'), resources),
    minSdk: numberOf(sdk?.attributes.get('minSdkVersion')) ?? null,
    permissions: permissionsOf(elements),
  };
}

function isTrue(value: XmlValue | undefined): boolean {
  return value?.type === VALUE.boolean && value.data !== 0;
}

function listOf(value: XmlValue | undefined): string[] {
  return (value?.text ?? '').split(',').filter((each) => each !== '');
}

/** The upper half is in a separate attribute. @throws {ApkFault} if no number can represent it exactly. */
function versionCodeOf({ attributes }: XmlElement): number {
  const major = numberOf(attributes.get('versionCodeMajor')) ?? 0;
  const versionCode = major * 2 ** 32 + (numberOf(attributes.get('versionCode')) ?? 0);
  if (!Number.isSafeInteger(versionCode)) throw new ApkFault('DAMAGED', 'The version is beyond all numbers');
  return versionCode;
}

function permissionsOf(elements: readonly XmlElement[]): string[] {
  const names = elements
    .filter(({ name, depth }) => depth === 1 && name.startsWith('uses-permission'))
    .map(({ attributes }) => attributes.get('name')?.text?.slice(0, MAX_NAME_LENGTH) ?? '');
  return [...new Set(names)]
    .filter((name) => name !== '')
    .toSorted()
    .slice(0, MAX_PERMISSIONS);
}

/** Returns the label of the application, or else of the activity that launchers show. */
function labelOf(
  application: XmlElement | undefined,
  elements: readonly XmlElement[],
  resources: Resources | undefined,
): string | null {
  const own = textOf(application?.attributes.get('label'), resources);
  return own ?? textOf(launcherOf(elements)?.attributes.get('label'), resources);
}

/** Returns the activity with a launcher category. */
function launcherOf(elements: readonly XmlElement[]): XmlElement | undefined {
  const at = elements.findIndex(
    ({ name, attributes }) => name === 'category' && attributes.get('name')?.text === LAUNCHER,
  );
  return elements.slice(0, Math.max(0, at)).findLast(({ depth }) => depth === 2);
}

function iconIds(application: XmlElement | undefined): number[] {
  return ['icon', 'roundIcon']
    .map((name) => application?.attributes.get(name))
    .flatMap((value) => (value?.type === VALUE.reference ? [value.data] : []));
}

/** Returns a text, resolving references: in the default language, else in English, else in any. */
function textOf(value: XmlValue | undefined, resources: Resources | undefined): string | null {
  const direct = value?.text;
  if (direct !== undefined) return tidy(direct);
  if (value?.type !== VALUE.reference || resources === undefined) return null;
  const variants = resources.variants(value.data);
  const best =
    variants.find(({ language }) => language === '') ??
    variants.find(({ language }) => language === 'en') ??
    variants[0];
  return best === undefined ? null : tidy(best.text);
}

function tidy(text: string): string | null {
  const plain = text.trim().slice(0, MAX_NAME_LENGTH).toWellFormed();
  return plain === '' ? null : plain;
}

function numberOf(value: XmlValue | undefined): number | undefined {
  if (value === undefined) return undefined;
  const isNumber = value.type >= VALUE.firstInteger && value.type <= VALUE.lastInteger;
  return isNumber ? value.data : undefined;
}
