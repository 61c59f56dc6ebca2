import type { RunningService } from '../../service/index.ts';

/** Returns the lines about LAN access that are printed at the start; nothing while it is off. */
export function lanText({ urls, fingerprint, problem }: RunningService['lan']): string[] {
  if (problem !== null)
    return [
      'The station is not on the local network: another program uses its port, or it could not listen.',
    ];
  if (fingerprint === null) return [];
  const where =
    urls.length === 0
      ? 'This computer is not on a network yet; headsets can find the station as soon as it is.'
      : `Headsets find it by mDNS, or at ${urls.join(' and ')}`;
  return [where, `The key that it shows them: ${fingerprint}`];
}
