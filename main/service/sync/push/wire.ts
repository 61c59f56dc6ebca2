import { z } from 'zod';

import { jsonObjectSchema, text } from '../../../../shared/contract/primitives.ts';
import { licenseSchema } from '../../../../shared/contract/devices/reported.ts';
import {
  applicationSchema,
  COMPUTED,
  COMPUTED_OF_APPLICATION,
  fileSchema,
  settingsSchema,
  videoSchema,
} from '../../../../shared/contract/configuration/settings.ts';
import { checkMetadataValue, isNamespace } from '../../../../shared/domain/devices/metadata.ts';
import {
  type KeptSettings,
  keptSettingsSchema,
} from '../../../../shared/domain/configuration/settings/kept.ts';
import {
  type DesiredState,
  type JsonObject,
  NOTHING_DESIRED,
} from '../../../../shared/domain/sync/desired.ts';
import { isObject } from '../../../../shared/domain/kernel/is-object.ts';
import type { Vault } from '../../kernel/vault.ts';
import { type DeviceRecord, parseSettings } from '../../devices/index.ts';
import { lift } from '../merge/lift.ts';
import { understood } from '../merge/understood.ts';

/** Settings as they are written: nothing that is reported or computed. */
const wantedSettingsSchema = settingsSchema.omit({ batteryInfo: true, storages: true }).extend({
  applications: z.array(applicationSchema.omit(COMPUTED_OF_APPLICATION)).max(2_000).optional(),
  videos: z.array(videoSchema.omit(COMPUTED)).max(2_000).optional(),
  files: z.array(fileSchema.omit(COMPUTED)).max(2_000).optional(),
});

type WantedSettings = z.infer<typeof wantedSettingsSchema>;

/** A state of which the station understands everything. */
export type KnownState = {
  readonly label: string | null;
  readonly description: string | null;
  readonly license: z.infer<typeof licenseSchema> | null;
  readonly settings: WantedSettings;
  readonly metadata: Readonly<Record<string, JsonObject>>;
};

const labelSchema = text(256).nullable();
/** People here may write less; a central may show more. */
const descriptionSchema = text(65_536).nullable();
const metadataSchema = z.record(z.string(), jsonObjectSchema);

/** What is wanted of a device here, Wi-Fi passwords in the clear: for comparing and sending alone. */
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

/** What the station understands of a state of the central. */
export function knownOf(state: DesiredState): KnownState {
  const metadata = Object.entries(state.metadata).filter(
    ([namespace, value]) => isNamespace(namespace) && !('code' in checkMetadataValue(value)),
  );
  return {
    label: understood(labelSchema, state.label) ?? null,
    description: understood(descriptionSchema, state.description) ?? null,
    license: understood(licenseSchema.nullable(), state.license) ?? null,
    settings: understood(wantedSettingsSchema, kioskAsObject(state.settings)) ?? {},
    metadata: Object.fromEntries(metadata),
  };
}

/** The interface has kiosk mode in two forms. */
function kioskAsObject(settings: JsonObject): JsonObject {
  const { kioskMode } = settings;
  return typeof kioskMode === 'boolean' ? { ...settings, kioskMode: { isActive: kioskMode } } : settings;
}

/** The state here, with what the base has and this station does not understand. */
export function liftedOf(base: DesiredState | undefined, here: KnownState): DesiredState {
  if (base === undefined) return here;
  const known = knownOf(base);
  // Each part is an object or null on both sides, and lifting keeps it so.
  return {
    label: here.label === known.label ? base.label : here.label,
    description: here.description === known.description ? base.description : here.description,
    license: liftPart(base.license, known.license, here.license),
    settings: liftPart(base.settings, known.settings, here.settings) ?? {},
    metadata: z
      .record(z.string(), jsonObjectSchema)
      .parse(lift(base.metadata, known.metadata, here.metadata)),
  };
}

function liftPart(raw: JsonObject | null, known: unknown, here: JsonObject | null): JsonObject | null {
  return here === null && known !== null ? null : jsonObjectSchema.nullable().parse(lift(raw, known, here));
}

/** A state as it is kept: its Wi-Fi passwords sealed. */
export function sealState(state: DesiredState, vault: Vault): string {
  return JSON.stringify({ ...state, settings: mapWifi(state.settings, (entry) => sealEntry(entry, vault)) });
}

/** A state that was kept. */
export function unsealState(text_: string, vault: Vault): DesiredState {
  const state = desiredSchema.parse(JSON.parse(text_));
  return { ...state, settings: mapWifi(state.settings, (entry) => unsealEntry(entry, vault)) };
}

const desiredSchema = z.object({
  label: z.string().nullable(),
  // Bases that were kept before descriptions were merged have none.
  description: z.string().nullable().default(null),
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

/** Settings as they are kept here; a password that is known already keeps its seal. */
export function keptOf(settings: WantedSettings, before: KeptSettings, vault: Vault): KeptSettings {
  const { wifi, ...rest } = settings;
  const known = new Map(before.wifi?.map(({ ssid, sealedPassword }) => [ssid, sealedPassword]));
  const seal = (ssid: string, password: string): string => {
    const sealed = known.get(ssid);
    return sealed !== undefined && vault.unseal(sealed) === password ? sealed : vault.seal(password);
  };
  return keptSettingsSchema.parse({
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
 * What the central wants of a device. What its answer does not speak of is as it was, and so are Wi-Fi passwords that it
 * keeps to itself; what headsets report is left out.
 */
export function thereOf(said: Partial<DesiredState>, base: DesiredState = NOTHING_DESIRED): DesiredState {
  const settings = said.settings === undefined ? base.settings : withoutReported(said.settings);
  return {
    label: said.label === undefined ? base.label : said.label,
    description: said.description === undefined ? base.description : said.description,
    license: said.license === undefined ? base.license : said.license,
    settings: withPasswords(settings, base.settings),
    metadata: said.metadata ?? base.metadata,
  };
}

function withoutReported(settings: JsonObject): JsonObject {
  const wanted = Object.entries(settings).filter(([part]) => !REPORTED.has(part));
  return Object.fromEntries(
    wanted.map(([part, value]) => [
      part,
      Array.isArray(value) ? value.map((entry: unknown) => withoutDeployment(entry)) : value,
    ]),
  );
}

function withoutDeployment(entry: unknown): unknown {
  if (!isObject(entry) || !('deployment' in entry)) return entry;
  const { deployment: _deployment, ...wanted } = entry;
  return wanted;
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
