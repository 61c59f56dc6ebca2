import type { TestStation } from '../support/a-station.ts';
import type { CartHeadset } from './a-cart.ts';

/** The link of a headset: its own update stream, open until disposed of. */
export async function linkedStream(station: TestStation, headset: CartHeadset | undefined) {
  if (headset === undefined) throw new Error('No such headset');
  const stream = await station.stream(`/devices/${headset.id}/updates`, headset.token);
  await stream.next('hello');
  return stream;
}
