/**
 * A faulty router: passes TCP on to a station and, once for each named headset, cuts the connection or flips a byte
 * after a number of received bytes. It sees only TLS records. Started as its own program in a router's namespace:
 * `meddler.ts PORT STATION STATION_PORT '{"10.0.0.5":"cut","10.0.0.6":"flip"}'`; prints a line for every fault.
 */
import { connect, createServer } from 'node:net';

const [port = '', station = '', stationPort = '', faults = '{}'] = process.argv.slice(2);
const open = new Map(Object.entries(JSON.parse(faults) as Record<string, 'cut' | 'flip'>));
/** Far enough in to be content, not a handshake or a record header. */
const AFTER_BYTES = 1_000_000;

createServer((headset) => {
  const from = headset.remoteAddress ?? '';
  const up = connect(Number(stationPort), station);
  const end = (): void => {
    headset.destroy();
    up.destroy();
  };
  headset.on('error', end).on('close', end);
  up.on('error', end).on('close', end);
  headset.pipe(up);
  let passed = 0;
  up.on('data', (chunk) => {
    passed += chunk.length;
    const fault = passed > AFTER_BYTES ? open.get(from) : undefined;
    if (fault !== undefined) {
      open.delete(from);
      process.stdout.write(`${fault} ${from} ${passed}\n`);
      if (fault === 'cut') return end();
      const at = Math.floor(chunk.length / 2);
      chunk.writeUInt8(chunk.readUInt8(at) ^ 1, at);
    }
    if (headset.write(chunk)) return;
    up.pause();
    headset.once('drain', () => up.resume());
  });
}).listen(Number(port), () => process.stdout.write('ready\n'));
