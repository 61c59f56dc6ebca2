import { z } from 'zod';

import { deviceParams } from '../devices/devices.ts';
import { endpoint } from '../endpoint.ts';
import { nothing } from '../primitives.ts';
import { brandSchema } from '../devices/reported.ts';

/**
 * Whether the maker lets a management agent set the field. `partial`: with limits that the note names (some models only,
 * by another means, or as another value than the field has). `unknown`: no source that was read says it.
 */
const supportSchema = z.enum(['yes', 'partial', 'no', 'unknown']);

/** What is known of one settings field on the headsets of one maker. What is not known is null or `unknown`. */
export const catalogFieldSchema = z
  .object({
    support: supportSchema,
    type: z.enum(['boolean', 'number', 'string', 'date-time', 'array', 'object']),
    unit: z.string().nullable(),
    /** Both ends are allowed values. */
    range: z.object({ min: z.number(), max: z.number() }).nullable(),
    values: z.array(z.union([z.string(), z.number()])).nullable(),
    /** Empty where no source names a version; a `model` of null is every model that the source speaks of. */
    minimumOs: z.array(z.object({ model: z.string().nullable(), version: z.string() })),
    restart: z.enum(['yes', 'no', 'unknown']),
    /** True for what the headset reports or the station computes: a configure does not set it. */
    isReported: z.boolean(),
    /** The documents that say so. */
    source: z.string().nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'SettingsCatalogField' });
export type CatalogField = z.infer<typeof catalogFieldSchema>;

/**
 * What the headsets of one maker can be told. `fields` has every field of Settings by its path, where `[]` stands for
 * each entry of a list: `display.brightness`, `wifi[].ssid`. `notes` hold for the maker as a whole.
 */
export const settingsCatalogSchema = z
  .object({ notes: z.array(z.string()), fields: z.record(z.string(), catalogFieldSchema) })
  .meta({ id: 'SettingsCatalog' });
export type SettingsCatalog = z.infer<typeof settingsCatalogSchema>;

/** The catalog of the device's maker; `generic` where the brand is unknown. Source: interface.md "Settings catalog answer". */
export const getSettingsCatalog = endpoint({
  method: 'GET',
  path: '/devices/{deviceId}/settings-catalog',
  summary: 'Get the settings that a device model supports',
  tag: 'devices',
  isExtension: false,
  access: ['enterprise', 'device'],
  role: 'viewer',
  params: deviceParams,
  query: nothing,
  body: nothing,
  reply: settingsCatalogSchema.extend({
    deviceId: z.string(),
    detectedBrand: brandSchema,
    /** The brand as it stands in the device's type; null where the type is not known. */
    rawBrand: z.string().nullable(),
  }),
  errors: ['DEVICE_NOT_FOUND'],
});
