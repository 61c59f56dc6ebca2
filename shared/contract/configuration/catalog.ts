import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { nullableString } from '../primitives.ts';
import { brandSchema } from '../devices/reported.ts';
import * as field from '../fields.ts';

/**
 * Whether a management agent can set the field. `partial`: with the limits in the note (some models only, by another
 * means, or with other values). `unknown`: no source states it.
 */
const supportSchema = z.enum(['yes', 'partial', 'no', 'unknown']);

export const catalogFieldSchema = z
  .object({
    support: supportSchema.describe(
      'Whether a management agent can set the field: `partial` with the limits in `note`, `unknown` if no source says.',
    ),
    type: z
      .enum(['boolean', 'number', 'string', 'date-time', 'array', 'object'])
      .describe('Type of the value.'),
    unit: nullableString.describe('Unit of the value; null if it has none.'),
    range: z
      .object({
        min: z.number().describe('Smallest allowed value.'),
        max: z.number().describe('Largest allowed value.'),
      })
      .nullable()
      .describe('Allowed values, both ends included; null if unknown.'),
    values: z
      .array(z.union([z.string(), z.number()]))
      .nullable()
      .describe('Allowed values; null if any.'),
    minimumOs: z
      .array(
        z.object({
          model: nullableString.describe('Model; null for every model of the manufacturer.'),
          version: z.string().describe('Lowest operating system version.'),
        }),
      )
      .describe(
        'Lowest operating system version by model; empty if no source names one. A `model` of null means every model in the source.',
      ),
    restart: z.enum(['yes', 'no', 'unknown']).describe('Whether a change restarts the headset.'),
    isReported: z
      .boolean()
      .describe('True if the headset reports it or the station computes it: it cannot be set.'),
    source: nullableString.describe('Documents that state it; null if none.'),
    note: nullableString.describe('Remark from the settings catalog, in English.'),
  })
  .meta({
    id: 'SettingsCatalogField',
    description: 'Known facts about a settings field on the headsets of a manufacturer. Null means unknown.',
  });
export type CatalogField = z.infer<typeof catalogFieldSchema>;

/**
 * What the headsets of one manufacturer support. `fields` has every field of Settings by its path, where `[]` stands
 * for each entry of a list: `display.brightness`, `wifi[].ssid`. `notes` apply to the manufacturer as a whole.
 */
export const settingsCatalogSchema = z
  .object({
    notes: z.array(z.string()).describe('Remarks on the manufacturer as a whole, in English.'),
    fields: z
      .record(z.string(), catalogFieldSchema)
      .describe('Fields by path; `[]` stands for each entry of a list, as in `wifi[].ssid`.'),
  })
  .meta({ id: 'SettingsCatalog' });
export type SettingsCatalog = z.infer<typeof settingsCatalogSchema>;

/**
 * Returns the catalog for the device's manufacturer; `generic` if the brand is unknown. Source: the API documentation,
 * "Settings catalog answer".
 */
export const getSettingsCatalog = endpoint('GET /devices/{deviceId}/settings-catalog', {
  summary: 'Get the settings that a device model supports',
  tag: 'devices',
  isExtension: false,
  access: ['enterprise', 'device'],
  role: 'viewer',
  servesCarts: true,
  reply: settingsCatalogSchema.extend({
    deviceId: field.deviceId,
    detectedBrand: brandSchema.describe('Manufacturer whose catalog this is; `generic` if unknown.'),
    rawBrand: nullableString.describe('Brand as in the device type; null if the type is unknown.'),
  }),
  errors: ['DEVICE_NOT_FOUND'],
});
