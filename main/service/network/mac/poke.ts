/** Nobody listens on "discard" these days; the datagram is only there to make the system ask for the address. */
const DISCARD_PORT = 9;

/** Sends each address one byte, which takes no rights and starts no process. Where that fails the table will say so. */
export async function poke(ips: readonly string[]): Promise<void> {
  const { createSocket } = await import('node:dgram');
  await new Promise<void>((resolve) => {
    const socket = createSocket('udp4');
    let waiting = ips.length;
    const settle = (): void => {
      waiting -= 1;
      if (waiting === 0) socket.close();
    };
    socket.once('close', resolve);
    // A socket that cannot be opened at all; refusals of single datagrams come to their callbacks.
    socket.once('error', () => socket.close());
    for (const ip of ips) socket.send(Buffer.of(0), DISCARD_PORT, ip, settle);
    if (waiting === 0) socket.close();
  });
}
