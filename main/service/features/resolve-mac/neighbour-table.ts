import { createSocket } from 'node:dgram';
import { readFile } from 'node:fs/promises';
import { BlockList } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

import { macInArpTable } from './arp-table.ts';
import type { MacSource } from './mac-source.ts';

const ARP_TABLE = '/proc/net/arp';
/** Nobody listens on "discard" these days; the datagram is only there to make the system ask for the address. */
const DISCARD_PORT = 9;
/** When the table is looked at again: hosts answer within 60 ms, sleeping radios within half a second. Source: lan.md 1.2. */
const LOOK_AGAIN_AFTER_MS = [50, 100, 400];

/**
 * The station's own neighbour table, on Linux. A headset that just called is in it; for one that has not for a while the
 * system is made to ask. Only neighbours are in it: behind a router it knows the router alone.
 */
export const neighbourTable: MacSource = {
  name: 'station',
  async find(ip, signal) {
    if (process.platform !== 'linux' || !isNeighbour(ip)) return undefined;
    const known = await read(ip);
    if (known !== undefined) return known;
    await poke(ip);
    for (const afterMs of LOOK_AGAIN_AFTER_MS) {
      await sleep(afterMs, undefined, { signal });
      const heard = await read(ip);
      if (heard !== undefined) return heard;
    }
    return undefined;
  },
};

async function read(ip: string): Promise<string | undefined> {
  return macInArpTable(await readFile(ARP_TABLE, 'utf8'), ip);
}

/** On one of this computer's own networks, and not this computer. */
function isNeighbour(ip: string): boolean {
  const own = Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .filter(({ family, internal, cidr }) => family === 'IPv4' && !internal && cidr !== null);
  if (own.some(({ address }) => address === ip)) return false;
  const networks = new BlockList();
  for (const { cidr } of own) {
    const [address = '', length] = (cidr ?? '').split('/');
    networks.addSubnet(address, Number(length), 'ipv4');
  }
  return networks.check(ip, 'ipv4');
}

/** Sends one byte, which takes no rights and starts no process. Where that fails the table will say so. */
function poke(ip: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('close', resolve);
    socket.once('error', () => socket.close());
    socket.send(Buffer.of(0), DISCARD_PORT, ip, () => socket.close());
  });
}
