import { setTimeout } from 'node:timers/promises';

import type { ProxyFault } from '../support/fault-proxy.ts';
import type { Line } from './schedule.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
/** Faults of a bad connection. */
const FAULTS: readonly ProxyFault[] = [
  { kind: 'cutBefore' },
  { kind: 'cutAfter' },
  { kind: 'cutWithin' },
  { kind: 'repeat' },
  { kind: 'delay', ms: 120 },
  {
    kind: 'answer',
    status: 429,
    headers: { 'retry-after': '1' },
    body: '{"code":"RATE_LIMITED","message":"Later"}',
  },
  { kind: 'answer', status: 503, body: '{"error":"Down"}' },
  { kind: 'answer', status: 500, headers: { 'retry-after': '1' }, body: 'oops' },
  { kind: 'answer', status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' },
  { kind: 'answer', status: 200, headers: JSON_TYPE, body: '{}' },
  { kind: 'answer', status: 302, headers: { location: 'http://127.0.0.1:9/portal' }, body: '' },
  { kind: 'answer', status: 200, headers: JSON_TYPE, body: '{"items":' },
];

/** Draws the fault of one request on a connection. */
export async function faultOf(line: Line, random: () => number): Promise<ProxyFault | undefined> {
  if (line === 'cut') return { kind: 'cutBefore' };
  if (line === 'good') return undefined;
  const drawn = random();
  if (drawn > 0.25) return undefined;
  // A half-open connection: nothing arrives for a while, then it breaks.
  if (drawn > 0.23) await setTimeout(400);
  return drawn > 0.23 ? { kind: 'cutAfter' } : FAULTS[Math.floor(random() * FAULTS.length)];
}
