import { setTimeout } from 'node:timers/promises';

import type { ServiceOptions } from '../../main/service/index.ts';
import {
  confirmPartnerPairing,
  getPartner,
  type PartnerView,
  startPartnerPairing,
} from '../../shared/contract/sync/partner.ts';
import { changeEnterprise } from '../../shared/contract/operations/station.ts';
import { aLanStation } from './a-lan.ts';
import type { TestStation } from './a-station.ts';

/** A station on the local network, and its URL for another one. */
export type NearbyStation = { readonly station: TestStation; readonly url: string };

/** A station with a name that another one can find. */
export async function aNearbyStation(
  name: string,
  input: Partial<ServiceOptions> = {},
): Promise<NearbyStation & AsyncDisposable> {
  const { station, url } = await aLanStation({ rateLimit: 0, ...input });
  await station.call(changeEnterprise, { body: { name } });
  return { station, url, [Symbol.asyncDispose]: () => station[Symbol.asyncDispose]() };
}

/** Waits until the partner, or the pairing, of a station is as wanted. */
export async function untilPartner(
  { station }: NearbyStation,
  isWanted: (view: PartnerView) => boolean,
): Promise<PartnerView> {
  for (let tries = 0; ; tries += 1) {
    const { body } = await station.call(getPartner);
    if (isWanted(body)) return body;
    if (tries === 400) throw new Error(`The partner does not get there: ${JSON.stringify(body)}`);
    await setTimeout(50);
  }
}

/**
 * Both choose each other. Returns the codes that they show once these are equal, as people compare them: before, one may
 * still show that of an earlier start.
 */
export async function choose(one: NearbyStation, other: NearbyStation): Promise<string[]> {
  await one.station.call(startPartnerPairing, { body: { url: other.url } });
  await other.station.call(startPartnerPairing, { body: { url: one.url } });
  for (;;) {
    const views = await Promise.all(
      [one, other].map((each) => untilPartner(each, ({ pairing }) => (pairing?.code ?? null) !== null)),
    );
    const [first = '', second = ''] = views.map(({ pairing }) => pairing?.code ?? '');
    if (first === second) return [first, second];
  }
}

/** Both choose each other and confirm the code. Returns the one that serves, then the one that it serves. */
export async function join(
  one: NearbyStation,
  other: NearbyStation,
): Promise<[NearbyStation, NearbyStation]> {
  const [code] = await choose(one, other);
  for (const { station } of [one, other]) await station.call(confirmPartnerPairing, { body: { code } });
  const [first] = await Promise.all(
    [one, other].map((each) =>
      untilPartner(each, ({ partner, pairing }) => partner !== null && pairing === null),
    ),
  );
  return first?.partner?.serves === true ? [one, other] : [other, one];
}
