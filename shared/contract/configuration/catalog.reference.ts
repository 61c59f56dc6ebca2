import type { Descriptions, OperationExamples } from '../reference/reference.ts';
import { DEVICE_ID } from '../reference/values.ts';

/** Examples of the settings catalog. */
export const examples: OperationExamples = {
  getSettingsCatalog: {
    reply: {
      deviceId: DEVICE_ID,
      detectedBrand: 'pico',
      rawBrand: 'pico',
      notes: ['Holds for headsets with the enterprise service.'],
      fields: {
        'display.brightness': {
          support: 'yes',
          type: 'number',
          unit: null,
          range: { min: 0, max: 255 },
          values: null,
          minimumOs: [{ model: 'PICO 4', version: '5.4.0' }],
          restart: 'no',
          isReported: false,
          source: 'The manufacturer’s manual of its enterprise interface',
          note: null,
        },
      },
    },
  },
};

export const descriptions: Descriptions = {
  SettingsCatalogField:
    'Known facts about a settings field on the headsets of a manufacturer. Null means unknown.',
  'SettingsCatalogField.type': 'Type of the value.',
  range: 'Allowed values, both ends included; null if unknown.',
  min: 'Smallest allowed value.',
  max: 'Largest allowed value.',
  values: 'Allowed values; null if any.',
  minimumOs: 'Lowest operating system version by model; empty if no source names one.',
  'minimumOs.model': 'Model; null for every model of the manufacturer.',
  'minimumOs.version': 'Lowest operating system version.',
  isReported: 'True if the headset reports it or the station computes it: it cannot be set.',
  'SettingsCatalogField.source': 'Documents that state it; null if none.',
  notes: 'Remarks on the manufacturer as a whole, in English.',
  detectedBrand: 'Manufacturer whose catalog this is; `generic` if unknown.',
  rawBrand: 'Brand as in the device type; null if the type is unknown.',
};
