import fc from 'fast-check';
import { expect, test } from 'vitest';

import { missingFirmware } from '../../../../main/service/devices/comparison/firmware.ts';

const minimumOs = [
  { model: 'PICO 4 Enterprise', version: '5.7.0' },
  { model: null, version: '5.4' },
];

test.each([
  ['PICO 4 Enterprise', '5.6.9', '5.7.0'],
  ['pico 4 enterprise ', '5.6.9', '5.7.0'],
  ['PICO 4 Enterprise', '5.7.0', null],
  ['PICO 4 Enterprise', '5.10.2', null],
  ['PICO 4', '5.6.9', null],
  ['PICO 4', 'PUI 5.3', '5.4'],
  ['PICO 4', '5.4', null],
  ['PICO 4', null, null],
  ['PICO 4', 'unknown', null],
])('on %s a firmware %s lacks %s', (model, osVersion, needed) => {
  expect(missingFirmware(minimumOs, { model, osVersion })).toBe(needed);
});

test('versions are written in their manufacturer’s format', () => {
  const meta = [{ model: null, version: 'v78' }];
  expect(missingFirmware(meta, { model: 'Quest 3', osVersion: '74.0' })).toBe('v78');
  expect(missingFirmware(meta, { model: 'Quest 3', osVersion: 'v78' })).toBeNull();
  expect(missingFirmware(meta, { model: 'Quest 3', osVersion: '78.0.0.512' })).toBeNull();
});

test('two firmwares are never both older than the other, and a newer one supports everything that an older one does', () => {
  const version = fc
    .array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join('.'));
  fc.assert(
    fc.property(version, version, version, (a, b, wanted) => {
      const lacks = (own: string, least: string): boolean =>
        missingFirmware([{ model: null, version: least }], { model: 'any', osVersion: own }) !== null;
      expect(lacks(a, b) && lacks(b, a)).toBe(false);
      expect(lacks(b, a) && !lacks(b, wanted) && lacks(a, wanted)).toBe(false);
    }),
  );
});
