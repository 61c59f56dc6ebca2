import type { TestStation } from './a-station.ts';

/** Number of open event streams of a station, including those of headsets. */
export async function openStreams(station: TestStation): Promise<number> {
  const { body } = await station.send('GET', '/metrics');
  return Number(/^muster_open_streams (\d+)$/m.exec(String(body))?.[1]);
}
