import type { ServiceOptions } from '../../../../main/service/index.ts';
import { createCodes, getStation } from '../../../../shared/contract/operations/station.ts';
import { aLanStation } from '../../../support/a-lan.ts';
import type { TestStation } from '../../../support/a-station.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { PairingHeadset } from '../../../support/pairing-headset.ts';

export const MINUTE_MS = 60_000;

/** A station with its own clock, without rate limits, with the fingerprint that its headsets see. */
export async function aPairingStation(input: Partial<ServiceOptions> = {}) {
  const clock = new ManualClock();
  const { station, port } = await aLanStation({ clock, rateLimit: 0, ...input });
  const { body } = await station.call(getStation);
  const fingerprint = body.tlsFingerprint ?? '';
  const headset = (androidId: string, code: number, seen = fingerprint) =>
    new PairingHeadset({ androidId, code, fingerprint: seen });
  return { station, port, clock, fingerprint, headset };
}

/** Creates slots with their codes, in order. */
export async function codesOf(station: TestStation, count: number): Promise<{ id: string; code: number }[]> {
  const slots = await station.slots(count);
  const { body } = await station.call(createCodes, { body: { devicesId: slots.map(({ id }) => id) } });
  return body.map(({ id, code }) => ({ id, code: code ?? 0 }));
}

/** Returns a code that is none of these. */
export function otherThan(codes: readonly { readonly code: number }[]): number {
  let code = 100_000;
  while (codes.some((each) => each.code === code)) code += 1;
  return code;
}
