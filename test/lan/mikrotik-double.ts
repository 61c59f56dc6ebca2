/**
 * RouterOS's REST answers, with the real neighbours and leases of its network namespace; started as its own program:
 * `mikrotik-double.ts PORT LEASE_FILE`. Name and password: `station`, `pässword`.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [port = '', leaseFile = ''] = process.argv.slice(2);
const WELCOME = `Basic ${Buffer.from('station:pässword').toString('base64')}`;

const pages: Readonly<Record<string, () => unknown>> = {
  '/rest/ip/arp': () =>
    rowsOf('/proc/net/arp').map(([address, , flags, mac], at) => ({
      '.id': `*${at}`,
      address,
      'mac-address': mac?.toUpperCase(),
      complete: String(flags === '0x2'),
      disabled: 'false',
      invalid: 'false',
    })),
  '/rest/ip/dhcp-server/lease': () =>
    rowsOf(leaseFile).map(([, mac, address, name], at) => ({
      '.id': `*${at}`,
      address,
      'mac-address': mac?.toUpperCase(),
      'active-address': address,
      'active-mac-address': mac?.toUpperCase(),
      'host-name': name,
      status: 'bound',
    })),
};

createServer((request, response) => {
  const page = pages[request.url ?? ''];
  const status = request.headers.authorization === WELCOME ? (page === undefined ? 404 : 200) : 401;
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(status === 200 ? page?.() : { error: status }));
}).listen(Number(port), () => process.stdout.write('ready\n'));

function rowsOf(file: string): string[][] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([first = '']) => /^\d/.test(first));
}
