import { z } from 'zod';

import { deviceParams } from '../devices/devices.ts';
import { endpoint } from '../endpoint.ts';
import { nothing } from '../primitives.ts';
import { brandSchema } from '../devices/reported.ts';

/**
 * Whether a management agent can set the field. `partial`: with the limits in the note (some models only, by another
 * means, or with other values). `unknown`: no source states it.
 */
const supportSchema = z.enum(['yes', 'partial', 'no', 'unknown']);

/** The known facts about a settings field on the headsets of one manufacturer. Null or `unknown` means not known. */
export const catalogFieldSchema = z
  .object({
    support: supportSchema,
    type: z.enum(['boolean', 'number', 'string', 'date-time', 'array', 'object']),
    unit: z.string().nullable(),
    /** Both ends are allowed values. */
    range: z.object({ min: z.number(), max: z.number() }).nullable(),
    values: z.array(z.union([z.string(), z.number()])).nullable(),
    /** Empty if no source names a version. A `model` of null means every model in the source. */
    minimumOs: z.array(z.object({ model: z.string().nullable(), version: z.string() })),
    restart: z.enum(['yes', 'no', 'unknown']),
    /** True if the headset reports it or the station computes it: it cannot be set. */
    isReported: z.boolean(),
    /** Documents that state it. */
    source: z.string().nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'SettingsCatalogField' });
export type CatalogField = z.infer<typeof catalogFieldSchema>;

/**
 * What the headsets of one manufacturer support. `fields` has every field of Settings by its path, where `[]` stands
 * for each entry of a list: `display.brightness`, `wifi[].ssid`. `notes` apply to the manufacturer as a whole.
 */
export const settingsCatalogSchema = z
  .object({ notes: z.array(z.string()), fields: z.record(z.string(), catalogFieldSchema) })
  .meta({ id: 'SettingsCatalog' });
export type SettingsCatalog = z.infer<typeof settingsCatalogSchema>;

/**
 * Returns the catalog for the device's manufacturer; `generic` if the brand is unknown. Source: the API documentation,
 * "Settings catalog answer".
 */
export const getSettingsCatalog = endpoint({
  method: 'GET',
  path: '/devices/{deviceId}/settings-catalog',
  summary: 'Get the settings that a device model supports',
  tag: 'devices',
  isExtension: false,
  access: ['enterprise', 'device'],
  role: 'viewer',
  servesCarts: true,
  params: deviceParams,
  query: nothing,
  body: nothing,
  reply: settingsCatalogSchema.extend({
    deviceId: z.string(),
    detectedBrand: brandSchema,
    /** Brand as in the device type; null if the type is unknown. */
    rawBrand: z.string().nullable(),
  }),
  errors: ['DEVICE_NOT_FOUND'],
});
