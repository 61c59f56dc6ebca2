import { z } from 'zod';

import { jsonObjectSchema, text } from '../../../../shared/contract/primitives.ts';
import { licenseSchema } from '../../../../shared/contract/devices/reported.ts';
import { settingsSchema } from '../../../../shared/contract/configuration/settings/settings.ts';
import {
  applicationSchema,
  COMPUTED,
  COMPUTED_OF_APPLICATION,
  fileSchema,
  videoSchema,
} from '../../../../shared/contract/configuration/settings/settings-entries.ts';
import { checkMetadataValue, isNamespace } from '../../../../shared/domain/devices/metadata.ts';
import {
  type StoredSettings,
  storedSettingsSchema,
} from '../../../../shared/domain/configuration/settings/stored.ts';
import { type DesiredState, type JsonObject, NOTHING_DESIRED } from '../rules/desired.ts';
import { isObject } from '../../../../shared/domain/kernel/is-object.ts';
import type { Vault } from '../../kernel/vault.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import { parseSettings } from '../../devices/views/index.ts';
import { preserveUnknown } from './preserve-unknown.ts';
import { pickValid } from './pick-valid.ts';

/** Settings that are sent: without reported and computed fields. */
const desiredSettingsSchema = settingsSchema.omit({ batteryInfo: true, storages: true }).extend({
  applications: z.array(applicationSchema.omit(COMPUTED_OF_APPLICATION)).max(2_000).optional(),
  videos: z.array(videoSchema.omit(COMPUTED)).max(2_000).optional(),
  files: z.array(fileSchema.omit(COMPUTED)).max(2_000).optional(),
});

type DesiredSettings = z.infer<typeof desiredSettingsSchema>;

/** The part of a state that the station understands. */
export type KnownState = {
  readonly label: string | null;
  readonly description: string | null;
  readonly license: z.infer<typeof licenseSchema> | null;
  readonly settings: DesiredSettings;
  readonly metadata: Readonly<Record<string, JsonObject>>;
};

const labelSchema = text(256).nullable();
/** The local limit is lower, but a central may have longer ones. */
const descriptionSchema = text(65_536).nullable();
const metadataSchema = z.record(z.string(), jsonObjectSchema);

/** Returns the desired state of a device, with plain-text Wi-Fi passwords: only for comparing and sending. */
export function stateOf(record: DeviceRecord, vault: Vault): KnownState {
  const { wifi, ...settings } = parseSettings(record.settings);
  return {
    label: record.label,
    description: record.description,
    license: record.license === null ? null : licenseSchema.parse(JSON.parse(record.license)),
    settings: {
      ...settings,
      ...(wifi === undefined
        ? {}
        : {
            wifi: wifi.map(({ sealedPassword, ...network }) => {
              const password = sealedPassword === undefined ? undefined : vault.unseal(sealedPassword);
              return password === undefined ? network : { ...network, password };
            }),
          }),
    },
    metadata: metadataSchema.parse(JSON.parse(record.metadata)),
  };
}

/** Returns the part of a central's state that this station understands. */
export function knownOf(state: DesiredState): KnownState {
  const metadata = Object.entries(state.metadata).filter(
    ([namespace, value]) => isNamespace(namespace) && !('code' in checkMetadataValue(value)),
  );
  return {
    label: pickValid(labelSchema, state.label) ?? null,
    description: pickValid(descriptionSchema, state.description) ?? null,
    license: pickValid(licenseSchema.nullable(), state.license) ?? null,
    settings: pickValid(desiredSettingsSchema, kioskAsObject(state.settings)) ?? {},
    metadata: Object.fromEntries(metadata),
  };
}

/** The interface has two forms of kiosk mode. */
function kioskAsObject(settings: JsonObject): JsonObject {
  const { kioskMode } = settings;
  return typeof kioskMode === 'boolean' ? { ...settings, kioskMode: { isActive: kioskMode } } : settings;
}

/** Returns the local state, with what this station does not understand of the base. */
export function withUnknown(base: DesiredState | undefined, here: KnownState): DesiredState {
  if (base === undefined) return here;
  const known = knownOf(base);
  // Each part is an object or null on both sides, and remains one.
  return {
    label: here.label === known.label ? base.label : here.label,
    description: here.description === known.description ? base.description : here.description,
    license: preservePart(base.license, known.license, here.license),
    settings: preservePart(base.settings, known.settings, here.settings) ?? {},
    metadata: z
      .record(z.string(), jsonObjectSchema)
      .parse(preserveUnknown(base.metadata, known.metadata, here.metadata)),
  };
}

function preservePart(raw: JsonObject | null, known: unknown, here: JsonObject | null): JsonObject | null {
  return here === null && known !== null
    ? null
    : jsonObjectSchema.nullable().parse(preserveUnknown(raw, known, here));
}

/** Serialises a state for storage, with encrypted Wi-Fi passwords. */
export function sealState(state: DesiredState, vault: Vault): string {
  return JSON.stringify({ ...state, settings: mapWifi(state.settings, (entry) => sealEntry(entry, vault)) });
}

/** Parses a stored state. */
export function unsealState(text_: string, vault: Vault): DesiredState {
  const state = desiredSchema.parse(JSON.parse(text_));
  return { ...state, settings: mapWifi(state.settings, (entry) => unsealEntry(entry, vault)) };
}

const desiredSchema = z.object({
  label: z.string().nullable(),
  description: z.string().nullable(),
  license: jsonObjectSchema.nullable(),
  settings: jsonObjectSchema,
  metadata: metadataSchema,
});

function sealEntry({ password, ...entry }: JsonObject, vault: Vault): JsonObject {
  return typeof password === 'string' ? { ...entry, sealedPassword: vault.seal(password) } : entry;
}

function unsealEntry({ sealedPassword, ...entry }: JsonObject, vault: Vault): JsonObject {
  const password = typeof sealedPassword === 'string' ? vault.unseal(sealedPassword) : undefined;
  return password === undefined ? entry : { ...entry, password };
}

function mapWifi(settings: JsonObject, map: (entry: JsonObject) => JsonObject): JsonObject {
  const { wifi } = settings;
  if (!Array.isArray(wifi)) return settings;
  return { ...settings, wifi: wifi.map((entry: unknown) => (isObject(entry) ? map(entry) : entry)) };
}

/** Returns settings for storage; an unchanged password keeps its ciphertext. */
export function toStored(settings: DesiredSettings, before: StoredSettings, vault: Vault): StoredSettings {
  const { wifi, ...rest } = settings;
  const known = new Map(before.wifi?.map(({ ssid, sealedPassword }) => [ssid, sealedPassword]));
  const seal = (ssid: string, password: string): string => {
    const sealed = known.get(ssid);
    return sealed !== undefined && vault.unseal(sealed) === password ? sealed : vault.seal(password);
  };
  return storedSettingsSchema.parse({
    ...rest,
    ...(wifi === undefined
      ? {}
      : {
          wifi: wifi.map(({ password, ...network }) =>
            password === undefined || password === ''
              ? network
              : { ...network, sealedPassword: seal(network.ssid, password) },
          ),
        }),
  });
}

const REPORTED = new Set(['batteryInfo', 'storages']);

/**
 * Returns the desired state at the central. Takes from the base what the answer omits, including Wi-Fi passwords, and
 * drops what headsets report.
 */
export function remoteState(
  record: Partial<DesiredState>,
  base: DesiredState = NOTHING_DESIRED,
): DesiredState {
  const settings = record.settings === undefined ? base.settings : withoutReported(record.settings);
  return {
    label: record.label === undefined ? base.label : record.label,
    description: record.description === undefined ? base.description : record.description,
    license: record.license === undefined ? base.license : record.license,
    settings: withPasswords(settings, base.settings),
    metadata: record.metadata ?? base.metadata,
  };
}

function withoutReported(settings: JsonObject): JsonObject {
  const desired = Object.entries(settings).filter(([part]) => !REPORTED.has(part));
  return Object.fromEntries(
    desired.map(([part, value]) => [
      part,
      Array.isArray(value) ? value.map((entry: unknown) => withoutDeployment(entry)) : value,
    ]),
  );
}

function withoutDeployment(entry: unknown): unknown {
  if (!isObject(entry) || !('deployment' in entry)) return entry;
  const { deployment: _deployment, ...desired } = entry;
  return desired;
}

function withPasswords(settings: JsonObject, base: JsonObject): JsonObject {
  const known = new Map(listOf(base['wifi']).map((entry) => [entry['ssid'], entry['password']]));
  return mapWifi(settings, (entry) => {
    const password = known.get(entry['ssid']);
    return entry['password'] === undefined && password !== undefined ? { ...entry, password } : entry;
  });
}

function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
