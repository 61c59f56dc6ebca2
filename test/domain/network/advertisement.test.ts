import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  describeStation,
  faultOfService,
  hostNameOf,
  isCopy,
  readStation,
  type ServiceDescription,
  shortIdOf,
} from '../../../shared/domain/network/advertisement.ts';
import { utf8Length } from '../../../shared/contract/primitives.ts';

const station = {
  stationId: '0198f3c2-7a6b-7c1d-9e2f-00aaBBcc12_9',
  fingerprint: 'u8Zk3vN5s1cQxW0b7m2Yp4Rt6Lj9Hd-_AeFgIoUiKyE',
  port: 7443,
  run: '5f0e9a1b',
};
const good = describeStation(station);

test('a station is advertised under its own name and host, with the fields that headsets look for', () => {
  expect(good).toEqual({
    name: 'Muster cc12-9',
    type: 'muster',
    host: 'muster-cc12-9.local',
    port: 7443,
    txt: { v: '1', id: station.stationId, fp: station.fingerprint, run: station.run, p: '/' },
  });
  expect(hostNameOf(station.stationId)).toBe(good.host);
  expect(describeStation(station, station.run)).toMatchObject({
    name: 'Muster cc12-9-5f0e9a1b',
    host: 'muster-cc12-9-5f0e9a1b.local',
  });
});

test.each([
  ['an empty name', { name: '' }],
  ['a name of 64 bytes', { name: 'n'.repeat(64) }],
  ['a name of 32 letters that take two bytes each', { name: 'é'.repeat(32) }],
  ['a name with a dot', { name: 'Muster 1.2' }],
  ['a name with a line break', { name: 'Muster\n1' }],
  ['half a character', { name: 'Muster \ud83d' }],
  ['a type that is too long', { type: 'a'.repeat(16) }],
  ['a type with capital letters', { type: 'Muster' }],
  ['a type of digits alone', { type: '123' }],
  ['a type that begins with a hyphen', { type: '-muster' }],
  ['a host without .local', { host: 'muster' }],
  ['a host with a dot in it', { host: 'a.b.local' }],
  ['a host of 64 letters', { host: `${'h'.repeat(64)}.local` }],
  ['port 0', { port: 0 }],
  ['port 65536', { port: 65_536 }],
  ['half a port', { port: 80.5 }],
  ['a note over 255 bytes', { txt: { id: 'x'.repeat(253) } }],
  ['a note over 255 bytes of long letters', { txt: { id: '€'.repeat(85) } }],
  ['notes over 400 bytes together', { txt: { a: 'x'.repeat(200), b: 'x'.repeat(196) } }],
  ['a key with =', { txt: { 'a=b': '' } }],
  ['an empty key', { txt: { '': 'x' } }],
  ['a key over nine letters', { txt: { abcdefghij: 'x' } }],
  ['half a character in a note', { txt: { a: '\udc00' } }],
] satisfies [string, Partial<ServiceDescription>][])('%s cannot be advertised', (_, wrong) => {
  expect(faultOfService({ ...good, ...wrong })).toMatch(/\w/);
});

test.each([
  ['a name of 63 bytes', { name: 'n'.repeat(63) }],
  ['a type of 15 letters', { type: 'a23456789012345' }],
  ['a note of 255 bytes', { txt: { id: 'x'.repeat(252) } }],
  ['notes of 400 bytes together', { txt: { a: 'x'.repeat(200), b: 'x'.repeat(194) } }],
] satisfies [string, Partial<ServiceDescription>][])('%s can be advertised', (_, right) => {
  expect(faultOfService({ ...good, ...right })).toBeUndefined();
});

test('whatever its id, a station can be advertised, and distinguished from another', () => {
  const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
  fc.assert(
    fc.property(id, fc.stringMatching(/^[0-9a-f]{8}$/), (stationId, run) => {
      for (const apart of ['', run]) {
        const service = describeStation({ ...station, stationId, run }, apart);
        expect(faultOfService(service)).toBeUndefined();
        expect(readStation(service.txt)).toEqual({ id: stationId, fingerprint: station.fingerprint, run });
      }
      expect(shortIdOf(stationId).length).toBeGreaterThan(0);
    }),
    { numRuns: 2_000, seed: 20_261_121 },
  );
});

test('accepted values result in strings that DNS can carry', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 80 });
  const service = fc.record({
    name: text,
    type: fc.constant('muster'),
    host: fc.constant('muster-1.local'),
    port: fc.constant(1),
    txt: fc.dictionary(text, text),
  });
  fc.assert(
    fc.property(service, (input) => {
      if (faultOfService(input) !== undefined) return;
      const strings = Object.entries(input.txt).map(([key, value]) => Buffer.from(`${key}=${value}`));
      expect(Buffer.from(input.name).length).toBeLessThanOrEqual(63);
      expect(input.name.split('.')).toHaveLength(1);
      for (const each of strings) expect(each.length).toBeLessThanOrEqual(255);
      expect(strings.reduce((sum, { length }) => sum + length + 1, 0)).toBeLessThanOrEqual(400);
    }),
    { numRuns: 2_000, seed: 20_261_121 },
  );
});

test('the length of a text in bytes is its UTF-8 length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(utf8Length(text)).toBe(Buffer.byteLength(text));
    }),
    { seed: 20_261_121 },
  );
});

test.each([
  ['nothing', undefined],
  ['no notes', {}],
  ['a number for an id', { id: 7 }],
  ['markup for an id', { id: '<b>1</b>' }],
  ['an id that is too long', { id: 'x'.repeat(65) }],
  ['a text', 'id=1'],
  ['null', null],
])('%s is not a station', (_, txt) => {
  expect(readStation(txt)).toBeUndefined();
});

test('a station with an invalid key field has none', () => {
  expect(readStation({ id: 'a', fp: 'short', run: 'not hex' })).toEqual({
    id: 'a',
    fingerprint: null,
    run: null,
  });
  fc.assert(
    fc.property(fc.anything(), (txt) => {
      const received = readStation(txt);
      expect(received?.id ?? 'a').toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    }),
    { seed: 20_261_121 },
  );
});

test('a station with the key of another one is a copy, whatever its name', () => {
  const own = { stationId: 'a', fingerprint: station.fingerprint };
  expect(isCopy({ id: 'a', fingerprint: null }, own)).toBe(true);
  expect(isCopy({ id: 'b', fingerprint: station.fingerprint }, own)).toBe(true);
  expect(isCopy({ id: 'b', fingerprint: 'A8Zk3vN5s1cQxW0b7m2Yp4Rt6Lj9Hd-_AeFgIoUiKyE' }, own)).toBe(false);
});
