import type { TestStation } from './a-station.ts';

/** Event streams that a station holds open, those of headsets among them. */
export async function openStreams(station: TestStation): Promise<number> {
  const { body } = await station.send('GET', '/metrics');
  return Number(/^muster_open_streams (\d+)$/m.exec(String(body))?.[1]);
}
