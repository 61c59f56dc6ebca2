/** Hosts do not listen on "discard" these days; the datagram only makes the system send an ARP request. */
const DISCARD_PORT = 9;

/**
 * Sends each address one byte, which needs no privileges and no process. Unreachable addresses then show in the table.
 */
export async function probe(ips: readonly string[]): Promise<void> {
  const { createSocket } = await import('node:dgram');
  await new Promise<void>((resolve) => {
    const socket = createSocket('udp4');
    let waiting = ips.length;
    const settle = (): void => {
      waiting -= 1;
      if (waiting === 0) socket.close();
    };
    socket.once('close', resolve);
    // The socket cannot be opened at all; errors of single datagrams go to their callbacks.
    socket.once('error', () => socket.close());
    for (const ip of ips) socket.send(Buffer.of(0), DISCARD_PORT, ip, settle);
    if (waiting === 0) socket.close();
  });
}
