import { type BrandFacts } from './facts.ts';
import { PICO_ACCESS } from './pico-access.ts';
import { PICO_DEVICE } from './pico-device.ts';

/**
 * The features of PICO's enterprise service. Source: PICO Unity Integration SDK 3.4.0, unless a fact says otherwise.
 */
export const PICO: BrandFacts = {
  notes: [
    'The switches of PICO’s service are inverted: on is 0, off is 1.',
    'A call may answer 2 or -2: this headset does not support it.',
    'The manufacturer’s comments disagree about minimum versions: treat them as hints and read the state back.',
  ],
  facts: { ...PICO_DEVICE, ...PICO_ACCESS },
};
