import { findPortHolder } from '../listener/port-holder.ts';
import type { LanView } from '../listener/view.ts';
import { type Found, found } from './found.ts';
import { tryConnect, tryListen } from './reach.ts';

/** Timeout, in ms: an address of this computer answers at once or never. */
const CONNECT_MS = 1_500;

/** Checks whether headsets can reach the station at all: the listener is on and answers at each of its addresses. */
export async function checkListener(lan: LanView, signal: AbortSignal): Promise<Found> {
  if (!lan.isOn) return found('LISTENER_OFF', { port: lan.port });
  const addresses = lan.addresses.map(({ address }) => address);
  const { port } = lan;
  if (addresses.length === 0) return found('LISTENER_WITHOUT_ADDRESS', { port });
  const answers = await Promise.all(
    addresses.map((address) => tryConnect({ address, port }, CONNECT_MS, signal)),
  );
  const silent = addresses.filter((_, index) => answers[index] !== 'open');
  return silent.length === 0
    ? found('LISTENER_ON', { port, addresses })
    : found('LISTENER_SILENT', { port, addresses, silent });
}

/** Checks whether the listener has its port or, while off, could have it. */
export async function checkPort(lan: LanView, signal: AbortSignal): Promise<Found> {
  const { port } = lan;
  if (lan.isOn) return found('PORT_OWN', { port });
  const refusal = await tryListen(port);
  if (refusal === null) return found('PORT_FREE', { port });
  if (refusal === 'EACCES') return found('PORT_FORBIDDEN', { port });
  const owner = await findPortHolder('tcp', port, signal);
  return found('PORT_TAKEN', { port, program: owner?.program ?? null, pid: owner?.pid ?? null });
}
