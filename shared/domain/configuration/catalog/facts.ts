import type { CatalogField } from '../../../contract/configuration/catalog.ts';
import type { SettingsField } from './fields.ts';

/** The statement of a source about one field on the headsets of one manufacturer; absent means unknown. */
export type Fact = Pick<CatalogField, 'support' | 'source'> &
  Partial<Pick<CatalogField, 'unit' | 'range' | 'values' | 'minimumOs' | 'restart' | 'note'>>;

/** All facts about one manufacturer. A field without a fact is unknown. */
export type BrandFacts = {
  readonly notes: readonly string[];
  readonly facts: Readonly<Partial<Record<SettingsField, Fact>>>;
};

/** The documents behind the facts, as the catalog names them. */
export const SOURCES = {
  pico: 'PICO Unity Integration SDK 3.4.0: Enterprise/Scripts (PXR_Enterprise.cs, Enums)',
  picoVolume: 'PICO Unity Integration SDK 3.4.0: Runtime/Scripts/Features/PXR_System.cs',
  picoProject: 'PICO Unity Integration SDK 3.4.0: refresh rates of the project settings',
  picoOrigin: 'PICO Unity Integration SDK 3.4.0: PxrTrackingOrigin',
  managedPicoFirmware: 'ManageXR: Managing PICO PUI firmware (help.managexr.com, article 5357010)',
  manageXr: 'ManageXR public API description (openapi.yaml, fa2bbbc)',
  manageXrSdk: 'ManageXR Unity SDK (17e536d): MXR.SDK/Runtime/Types',
  arborModes: 'ArborXR: Shared mode and individual mode (help.arborxr.com, article 10658598)',
  arborShared: 'ArborXR: Configure shared mode settings (help.arborxr.com, article 11408552)',
  metaSecurity: 'Meta for Work help (work.meta.com/help/1755887341530560)',
  metaPolicies: 'Meta for Work help (work.meta.com/help/607514804918215)',
  metaApplications: 'Meta for Work help (work.meta.com/help/934529134741624)',
  oculusGuardian: 'Oculus for Business help (business.oculus.com/support/392206471482261)',
  vive: 'VIVE Custom API (developer.vive.com/resources/custom_api)',
  vivePassthrough: 'VIVE OpenXR: passthrough configuration (developer.vive.com)',
  aosp: 'Microsoft Intune: device configuration policy for Android open source devices (Microsoft365DSC)',
  aospDevices: 'Microsoft Intune: supported Android open source devices (memdocs, 08411d1)',
  headwind: 'Headwind MDM server (de1bf9e): Configuration.java, Settings.java',
  androidUpdates: 'Android: SystemUpdatePolicy (developer.android.com)',
} as const;

/**
 * A restriction of the Android device-owner profile that is listed for the manufacturer's headsets in general: it was
 * never verified, so its support stays unknown.
 */
export function aCandidate(restriction: string, minimumOs: CatalogField['minimumOs']): Fact {
  return {
    support: 'unknown',
    source: `${SOURCES.aosp}; ${SOURCES.aospDevices}`,
    minimumOs,
    note: `Candidate, not verified on these headsets: the Android device-owner profile has "${restriction}".`,
  };
}

/** How a WPA-Enterprise network authenticates headsets. */
export const ENTERPRISE_WIFI_FIELDS = [
  'wifi[].enterprise.method',
  'wifi[].enterprise.innerMethod',
  'wifi[].enterprise.identity',
  'wifi[].enterprise.anonymousIdentity',
  'wifi[].enterprise.domain',
  'wifi[].enterprise.caCertificate',
  'wifi[].enterprise.clientCertificate',
] as const;

/** Fields of contents, which the agent on the headset handles rather than the manufacturer's system. */
export const CONTENT_FIELDS = [
  'applications[].id',
  'applications[].idDetailContent',
  'applications[].packageName',
  'applications[].url',
  'applications[].codeVersion',
  'applications[].obbUrl',
  'applications[].expirationDate',
  'applications[].deployment',
  'videos',
  'videos[].id',
  'videos[].idDetailContent',
  'videos[].title',
  'videos[].url',
  'videos[].posterUrl',
  'videos[].vignetteUrl',
  'videos[].synopsis',
  'videos[].description',
  'videos[].isStereoscopic',
  'videos[].projectionType',
  'videos[].formatType',
  'videos[].expirationDate',
  'videos[].deployment',
  'files',
  'files[].id',
  'files[].name',
  'files[].url',
  'files[].destinationPath',
  'files[].deployment',
  'packages',
  'video360',
] as const satisfies readonly SettingsField[];

/** Switches of the service's own agent, which no manufacturer's document mentions. */
export const AGENT_FIELDS = [
  'developerSettingsAllowed',
  'isOfflineEnabled',
  'isContentDownloadAllowed',
  'isLanDiscoveryEnabled',
  'isScreensharingEnabled',
  'isLanIntercomEnabled',
  'expirationDate',
] as const satisfies readonly SettingsField[];
