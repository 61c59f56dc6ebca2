import fc from 'fast-check';
import { expect, test } from 'vitest';

import { agree, anEncoder, type Picture } from '../../main/simulator/views/encoder.ts';
import { seededRandom } from '../../main/agent/random.ts';

const WELL = { level: 80, isCharging: false, health: 'Good', temperature: 30 } as const;
const HIGH: Picture = { width: 1920, height: 1080, fps: 30, bitrateKbps: 8_000 };

const aTier = fc.constantFrom('LEGACY', 'XR2_GEN1', 'XR2_GEN2', 'UNKNOWN' as const);
const aProfile = fc.constantFrom('OPTIMIZED', 'HIGH_FIDELITY' as const);
const aPicture = fc.record(
  {
    width: fc.integer({ min: 1, max: 4_000 }),
    height: fc.integer({ min: 1, max: 4_000 }),
    fps: fc.integer({ min: 1, max: 120 }),
    bitrateKbps: fc.integer({ min: 1, max: 50_000 }),
  },
  { requiredKeys: [] },
);
const aBattery = fc.record({
  level: fc.integer({ min: 0, max: 100 }),
  isCharging: fc.boolean(),
  health: fc.constantFrom('Good', 'Overheat' as const),
  temperature: fc.integer({ min: 10, max: 60 }),
});

const anEncoderOf = (tier: 'LEGACY' | 'XR2_GEN1' | 'XR2_GEN2' | 'UNKNOWN', seed: string) =>
  anEncoder(tier, seededRandom(seed));

test('a headset never applies more than its encoder can do, in even lines, and less always has a reason', () => {
  const aRequest = fc.record({ profile: aProfile, picture: aPicture });
  fc.assert(
    fc.property(aTier, fc.string(), aRequest, aBattery, (tier, seed, request, battery) => {
      const encoder = anEncoderOf(tier, seed);
      const agreed = agree(encoder, request, battery);

      expect((agreed.width % 2) + (agreed.height % 2)).toBe(0);
      expect(agreed.width).toBeLessThanOrEqual(encoder.max.width);
      expect(agreed.height).toBeLessThanOrEqual(encoder.max.height);
      expect(agreed.fps).toBeLessThanOrEqual(encoder.max.fps);
      expect(agreed.width).not.toBe(encoder.refusedWidth);
      expect(agreed.appliedProfile).toBe(agreed.fallbackReason === null ? request.profile : 'OPTIMIZED');
      expect(agreed.bitrateKbps).toBeLessThanOrEqual(request.picture.bitrateKbps ?? Infinity);
    }),
  );
});

test('the first applicable reason is returned: encoder, then heat, then battery', () => {
  const encoder = { max: HIGH, refusedWidth: null };
  const ask = (battery: object, picture: Partial<Picture> = HIGH) =>
    agree(encoder, { profile: 'HIGH_FIDELITY', picture }, { ...WELL, ...battery }).fallbackReason;

  expect(ask({})).toBeNull();
  expect(ask({ temperature: 45, level: 5 }, { ...HIGH, fps: 60 })).toBe('ENCODER_UNSUPPORTED');
  expect(ask({ temperature: 45, level: 5 })).toBe('THERMAL');
  expect(ask({ health: 'Overheat' })).toBe('THERMAL');
  expect(ask({ level: 14 })).toBe('LOW_BATTERY');
  expect(ask({ level: 14, isCharging: true })).toBeNull();
});

test('a size that the encoder refuses becomes the next smaller one', () => {
  const encoder = { max: HIGH, refusedWidth: 1920 };

  expect(agree(encoder, { profile: 'HIGH_FIDELITY', picture: HIGH }, WELL)).toEqual({
    width: 1280,
    height: 720,
    fps: 30,
    bitrateKbps: 4_000,
    appliedProfile: 'OPTIMIZED',
    fallbackReason: 'ENCODER_UNSUPPORTED',
  });
});

test('about one encoder in ten refuses a size', () => {
  const encoders = Array.from({ length: 1_000 }, (_, index) => anEncoderOf('XR2_GEN2', `e/${index}`));
  const refusing = encoders.filter(({ refusedWidth }) => refusedWidth !== null).length;

  expect(refusing).toBeGreaterThan(50);
  expect(refusing).toBeLessThan(150);
});
