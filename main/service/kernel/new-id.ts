import { randomBytes } from 'node:crypto';

let lastMs = 0;
let counter = 0;

/**
 * Returns a new UUIDv7: sorts by time of creation, also within one millisecond of one process. Source: RFC 9562 §5.7,
 * with the 12-bit counter of §6.2 method 1 in `rand_a`.
 */
export function newId(): string {
  const nowMs = Date.now();
  if (nowMs > lastMs) {
    lastMs = nowMs;
    counter = randomBytes(2).readUInt16BE() & 0x7ff;
  } else if (counter === 0xfff) {
    lastMs += 1;
    counter = 0;
  } else {
    counter += 1;
  }
  const time = lastMs.toString(16).padStart(12, '0');
  const random = randomBytes(8);
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80;
  const tail = random.toString('hex');
  const versioned = (0x7000 | counter).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-${versioned}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}
