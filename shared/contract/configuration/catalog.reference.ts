import type { OperationExamples } from '../reference/reference.ts';
import { DEVICE_ID } from '../reference/values.ts';

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
