import fc from 'fast-check';
import { expect, test } from 'vitest';

import { negotiatedStreamSchema } from '../../../shared/contract/commands/stream.ts';
import {
  FALLBACK_REASONS,
  HARDWARE_TIERS,
  QUALITY_PROFILES,
  TRANSPORTS,
} from '../../../shared/contract/commands/stream.ts';
import {
  applyStreamAnswer,
  hardwareTierOf,
  negotiateStream,
  readStreamClaim,
  type NegotiatedStream,
  type StreamSituation,
} from '../../../shared/domain/commands/stream-quality.ts';

const CALM: StreamSituation = {
  requestedProfile: 'HIGH_FIDELITY',
  hardwareTier: 'XR2_GEN2',
  transport: 'LAN',
  wantedTransport: 'LAN',
  battery: { level: 80, isCharging: false, health: 'Good', temperature: 30 },
  highFidelity: { inUse: 0, most: 4 },
  bandwidthKbps: null,
};

const situation: fc.Arbitrary<StreamSituation> = fc.record({
  requestedProfile: fc.constantFrom(...QUALITY_PROFILES),
  hardwareTier: fc.constantFrom(...HARDWARE_TIERS),
  transport: fc.constantFrom(...TRANSPORTS),
  wantedTransport: fc.constantFrom(...TRANSPORTS),
  battery: fc.option(
    fc.record(
      {
        level: fc.integer({ min: 0, max: 100 }),
        isCharging: fc.boolean(),
        health: fc.constantFrom('Good' as const, 'Overheat' as const, 'Unknown' as const),
        temperature: fc.double({ min: -20, max: 90, noNaN: true }),
      },
      { requiredKeys: [] },
    ),
  ),
  highFidelity: fc.record({ inUse: fc.nat(8), most: fc.nat(8) }),
  bandwidthKbps: fc.option(fc.double({ min: 1, max: 100_000, noNaN: true })),
});

/** Any answer of a headset: valid, invalid and with unknown fields. */
const answer = fc.record(
  {
    appliedProfile: fc.oneof(fc.constantFrom<unknown>(...QUALITY_PROFILES), fc.jsonValue()),
    width: fc.oneof(fc.integer({ min: -10, max: 10_000 }), fc.double(), fc.jsonValue()),
    height: fc.oneof(fc.integer({ min: -10, max: 10_000 }), fc.double(), fc.jsonValue()),
    fps: fc.oneof(fc.integer({ min: -10, max: 300 }), fc.double(), fc.jsonValue()),
    bitrateKbps: fc.oneof(fc.integer({ min: -10, max: 50_000 }), fc.double(), fc.jsonValue()),
    fallbackReason: fc.oneof(fc.constantFrom<unknown>(...FALLBACK_REASONS), fc.jsonValue()),
    anything: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

const rate = ({ width, height, fps }: NegotiatedStream): number => width * height * fps;
const calm = (input: Partial<StreamSituation>): NegotiatedStream => negotiateStream({ ...CALM, ...input });
const isAtLeast = (more: NegotiatedStream, less: NegotiatedStream): boolean =>
  more.bitrateKbps >= less.bitrateKbps && rate(more) >= rate(less);

test.each([
  ['LEGACY', 'OPTIMIZED', 'LAN', '960x540@24 1500 OPTIMIZED null'],
  ['LEGACY', 'OPTIMIZED', 'WEB', '640x360@24 700 OPTIMIZED null'],
  ['LEGACY', 'HIGH_FIDELITY', 'LAN', '1280x720@30 3000 HIGH_FIDELITY null'],
  ['LEGACY', 'HIGH_FIDELITY', 'WEB', '640x360@24 700 OPTIMIZED HARDWARE_TIER'],
  ['XR2_GEN1', 'OPTIMIZED', 'LAN', '1280x720@30 3000 OPTIMIZED null'],
  ['XR2_GEN1', 'OPTIMIZED', 'WEB', '960x540@30 1200 OPTIMIZED null'],
  ['XR2_GEN1', 'HIGH_FIDELITY', 'LAN', '1920x1080@30 8000 HIGH_FIDELITY null'],
  ['XR2_GEN1', 'HIGH_FIDELITY', 'WEB', '1280x720@30 2500 HIGH_FIDELITY null'],
  ['XR2_GEN2', 'OPTIMIZED', 'LAN', '1280x720@30 4000 OPTIMIZED null'],
  ['XR2_GEN2', 'OPTIMIZED', 'WEB', '1280x720@30 2000 OPTIMIZED null'],
  ['XR2_GEN2', 'HIGH_FIDELITY', 'LAN', '1920x1080@60 12000 HIGH_FIDELITY null'],
  ['XR2_GEN2', 'HIGH_FIDELITY', 'WEB', '1920x1080@30 5000 HIGH_FIDELITY null'],
  ['UNKNOWN', 'OPTIMIZED', 'LAN', '960x540@24 1500 OPTIMIZED null'],
  ['UNKNOWN', 'OPTIMIZED', 'WEB', '640x360@24 700 OPTIMIZED null'],
  ['UNKNOWN', 'HIGH_FIDELITY', 'LAN', '960x540@24 1500 OPTIMIZED UNKNOWN_HARDWARE'],
  ['UNKNOWN', 'HIGH_FIDELITY', 'WEB', '640x360@24 700 OPTIMIZED UNKNOWN_HARDWARE'],
] as const)('%s, asked for %s over %s, gets %s', (hardwareTier, requestedProfile, transport, expected) => {
  const { width, height, fps, bitrateKbps, appliedProfile, fallbackReason } = calm({
    hardwareTier,
    requestedProfile,
    transport,
    wantedTransport: transport,
  });

  expect(`${width}x${height}@${fps} ${bitrateKbps} ${appliedProfile} ${fallbackReason}`).toBe(expected);
});

test.each([
  ['a hot headset', { battery: { temperature: 45 } }, 'THERMAL'],
  ['an overheated battery', { battery: { health: 'Overheat' } }, 'THERMAL'],
  ['a flat battery', { battery: { level: 14, isCharging: false } }, 'LOW_BATTERY'],
  ['a flat battery that says nothing of charging', { battery: { level: 14 } }, 'LOW_BATTERY'],
  ['a full house', { highFidelity: { inUse: 4, most: 4 } }, 'STATION_CAPACITY'],
  ['a narrow link', { bandwidthKbps: 15_599 }, 'BANDWIDTH'],
] as const)('%s gets the lower profile and the reason', (_, input, fallbackReason) => {
  expect(calm(input)).toMatchObject({ appliedProfile: 'OPTIMIZED', fallbackReason });
  expect(calm({ ...input, requestedProfile: 'OPTIMIZED' })).toMatchObject({ fallbackReason: null });
});

test.each([
  ['at 44.9 °C', { battery: { temperature: 44.9 } }],
  ['with 15 %', { battery: { level: 15 } }],
  ['with 5 % while charging', { battery: { level: 5, isCharging: true } }],
  ['without a word on its battery', { battery: null }],
  ['as the fourth of four', { highFidelity: { inUse: 3, most: 4 } }],
  ['over a link that carries 1.3 times the bitrate', { bandwidthKbps: 15_600 }],
])('a headset %s gets the requested profile', (_, input) => {
  expect(calm(input)).toMatchObject({ appliedProfile: 'HIGH_FIDELITY', fallbackReason: null });
});

test('a headset outside the local network gets its profile over the web, and the reason', () => {
  expect(calm({ transport: 'WEB' })).toMatchObject({
    appliedProfile: 'HIGH_FIDELITY',
    transport: 'WEB',
    width: 1_920,
    fps: 30,
    fallbackReason: 'LAN_UNREACHABLE',
  });
  expect(calm({ transport: 'WEB', wantedTransport: 'WEB' }).fallbackReason).toBeNull();
  expect(calm({ transport: 'LAN', wantedTransport: 'WEB' }).fallbackReason).toBeNull();
});

test('HIGH_FIDELITY is never below OPTIMIZED, LAN never below WEB, a better tier never below a worse', () => {
  fc.assert(
    fc.property(situation, (input) => {
      const high = negotiateStream({ ...input, requestedProfile: 'HIGH_FIDELITY' });
      const low = negotiateStream({ ...input, requestedProfile: 'OPTIMIZED' });
      expect(isAtLeast(high, low)).toBe(true);

      // A slow link may reduce only the stream that needs more.
      const wide = { ...input, bandwidthKbps: null };
      const lan = negotiateStream({ ...wide, transport: 'LAN' });
      const web = negotiateStream({ ...wide, transport: 'WEB' });
      expect(isAtLeast(lan, web)).toBe(true);
      const tiers = HARDWARE_TIERS.map((hardwareTier) => negotiateStream({ ...wide, hardwareTier }));
      tiers.reduce((worse, better) => {
        expect(isAtLeast(better, worse)).toBe(true);
        return better;
      });
    }),
    { numRuns: 500 },
  );
});

test('every negotiation has every field, even dimensions, and a reason if and only if the quality was reduced', () => {
  fc.assert(
    fc.property(situation, (input) => {
      const offer = negotiateStream(input);
      expect(negotiatedStreamSchema.strict().safeParse(offer).success).toBe(true);
      expect([offer.width % 2, offer.height % 2]).toEqual([0, 0]);
      expect(offer.requestedProfile).toBe(input.requestedProfile);
      const isTransportLost = input.wantedTransport === 'LAN' && input.transport === 'WEB';
      const isLess = offer.appliedProfile !== offer.requestedProfile || isTransportLost;
      expect(offer.fallbackReason !== null).toBe(isLess);
      expect(input.hardwareTier === 'UNKNOWN' && offer.appliedProfile === 'HIGH_FIDELITY').toBe(false);
    }),
    { numRuns: 1_000 },
  );
});

test('of several reasons the first in the documented order is returned', () => {
  const reasons: readonly [string, Partial<StreamSituation>][] = [
    ['UNKNOWN_HARDWARE', { hardwareTier: 'UNKNOWN' }],
    ['HARDWARE_TIER', { hardwareTier: 'LEGACY', transport: 'WEB' }],
    ['THERMAL', { battery: { temperature: 50, level: 5 } }],
    ['LOW_BATTERY', { battery: { level: 5 } }],
    ['LAN_UNREACHABLE', { transport: 'WEB' }],
    ['STATION_CAPACITY', { highFidelity: { inUse: 4, most: 4 } }],
    ['BANDWIDTH', { bandwidthKbps: 1 }],
  ];

  // Each with all later ones.
  reasons.forEach(([expected], index) => {
    const input = reasons
      .slice(index)
      .reduceRight<Partial<StreamSituation>>((all, [, some]) => ({ ...all, ...some }), {});
    expect(calm(input).fallbackReason).toBe(expected);
  });
});

test('whatever a headset answers, the applied profile is complete and never above the offered one', () => {
  fc.assert(
    fc.property(situation, answer, (input, raw) => {
      const offer = negotiateStream(input);
      const applied = applyStreamAnswer(offer, readStreamClaim(raw));
      expect(negotiatedStreamSchema.strict().safeParse(applied).success).toBe(true);
      expect([applied.width % 2, applied.height % 2]).toEqual([0, 0]);
      expect(
        [applied.width, applied.height, applied.fps, applied.bitrateKbps].every((each) => each >= 1),
      ).toBe(true);
      const isRaised = offer.appliedProfile === 'OPTIMIZED' && applied.appliedProfile !== 'OPTIMIZED';
      const isUnexplained =
        applied.appliedProfile !== applied.requestedProfile && applied.fallbackReason === null;
      expect({ isRaised, isUnexplained }).toEqual({ isRaised: false, isUnexplained: false });
      expect(applied.requestedProfile).toBe(input.requestedProfile);
    }),
    { numRuns: 2_000 },
  );
});

test('an answer without fields means: as requested', () => {
  fc.assert(
    fc.property(situation, (input) => {
      const offer = negotiateStream(input);
      expect(applyStreamAnswer(offer, readStreamClaim({ accepted: true }))).toEqual(offer);
    }),
  );
});

test('a lower profile without a reason means that the encoder is limited, with the numbers of that profile', () => {
  const applied = applyStreamAnswer(calm({}), readStreamClaim({ appliedProfile: 'OPTIMIZED' }));

  expect(applied).toMatchObject({
    requestedProfile: 'HIGH_FIDELITY',
    appliedProfile: 'OPTIMIZED',
    width: 1_280,
    height: 720,
    fps: 30,
    bitrateKbps: 4_000,
    fallbackReason: 'ENCODER_UNSUPPORTED',
  });
});

test('a lower profile with a reason keeps the headset’s reason and numbers', () => {
  const raw = { appliedProfile: 'OPTIMIZED', fallbackReason: 'THERMAL', width: 960, height: 540, fps: 36 };

  expect(applyStreamAnswer(calm({}), readStreamClaim(raw))).toMatchObject({
    appliedProfile: 'OPTIMIZED',
    width: 960,
    height: 540,
    fps: 36,
    bitrateKbps: 4_000,
    fallbackReason: 'THERMAL',
  });
});

test('a smaller picture in the same profile means that the encoder is limited; rounded frame rates are no loss', () => {
  const smaller = applyStreamAnswer(calm({}), readStreamClaim({ width: 1_280, height: 720 }));
  const rounded = applyStreamAnswer(calm({}), readStreamClaim({ fps: 72, bitrateKbps: 11_500 }));

  expect(smaller).toMatchObject({ appliedProfile: 'HIGH_FIDELITY', fallbackReason: 'ENCODER_UNSUPPORTED' });
  expect(rounded).toMatchObject({ fps: 72, bitrateKbps: 11_500, fallbackReason: null });
});

test.each([
  { width: 1_281, height: 720 },
  { width: 1_280 },
  { width: -2, height: -2 },
  { width: '1280', height: '720' },
  { width: 1e9, height: 1e9 },
  { fps: 0, bitrateKbps: -1 },
  { fps: Number.NaN, bitrateKbps: Number.POSITIVE_INFINITY },
  { appliedProfile: 'ULTRA', fallbackReason: 'because' },
  { fallbackReason: 'THERMAL' },
])('invalid values and unneeded reasons are ignored: %j', (raw) => {
  const offer = calm({});

  expect(applyStreamAnswer(offer, readStreamClaim(raw))).toEqual(offer);
});

test.each([
  ['Oculus Quest', 'monterey', 'LEGACY'],
  ['Quest', '', 'LEGACY'],
  ['Oculus Go', 'pacific', 'LEGACY'],
  ['Pico G2 4K', 'A7510', 'LEGACY'],
  ['PICO Neo 2', 'A7B10', 'LEGACY'],
  ['Meta Quest 2', 'hollywood', 'XR2_GEN1'],
  ['Meta Quest Pro', 'seacliff', 'XR2_GEN1'],
  ['PICO 4', 'A8110', 'XR2_GEN1'],
  ['PICO 4 Enterprise', 'phoenix_enterprise', 'XR2_GEN1'],
  ['Pico Neo 3', 'A7H10', 'XR2_GEN1'],
  ['HTC VIVE Focus 3', 'vive_focus_3', 'XR2_GEN1'],
  ['HTC VIVE Focus Vision', 'vive_focus_vision', 'XR2_GEN1'],
  ['HTC VIVE XR Elite', 'vive_xr_elite', 'XR2_GEN1'],
  ['Meta Quest 3', 'eureka', 'XR2_GEN2'],
  ['Meta Quest 3S', 'panther', 'XR2_GEN2'],
  ['quest-3s', '', 'XR2_GEN2'],
  ['PICO 4 Ultra', 'sparrow', 'XR2_GEN2'],
  ['PICO', 'A9210', 'XR2_GEN2'],
  ['Meta Quest 9', 'someday', 'UNKNOWN'],
  ['Lumen One', 'lumen1', 'UNKNOWN'],
  ['', '', 'UNKNOWN'],
] as const)('%s (%s) is %s', (name, product, tier) => {
  expect(hardwareTierOf({ name, product })).toBe(tier);
});

test('a headset that has not reported its model counts as unknown', () => {
  expect(hardwareTierOf(null)).toBe('UNKNOWN');
});
