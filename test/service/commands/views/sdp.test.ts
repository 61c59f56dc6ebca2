import fc from 'fast-check';
import { expect, test } from 'vitest';

import { filterCandidates, filterSdp } from '../../../../main/service/commands/views/sdp.ts';
import { aCandidate, anOffer } from '../../../support/views.ts';

const OWN = /^10\.77\.22\.\d{1,3}$/;
const RULES = { isAllowed: (address: string) => OWN.test(address), hidden: ['10.77.22.9'] };

const address = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.domain(),
  fc.constantFrom(
    '10.77.22.5',
    '127.0.0.1',
    'a1b2.local',
    '10.77.22.5\r\na=candidate:2',
    '::ffff:10.77.22.5',
    '10.77.22.5%eth0',
  ),
);
const candidate = fc
  .record({
    to: address,
    port: fc.integer({ min: -1, max: 70_000 }),
    transport: fc.constantFrom('udp', 'UDP', 'tcp'),
    type: fc.constantFrom(
      'host',
      'srflx raddr 8.8.8.8 rport 9',
      'relay',
      'host raddr 8.8.8.8 rport 9',
      'prflx',
    ),
  })
  .map(({ to, ...more }) => aCandidate(to, more));
const other = fc.oneof(
  fc.string({ maxLength: 80 }),
  address.map((each) => `c=IN IP4 ${each}`),
  address.map((each) => `a=rtcp:9 IN IP4 ${each}`),
  address.map((each) => `a=remote-candidates:1 ${each} 9`),
  // Readers that ignore case and spaces take these for the same.
  address.map((each) => `a=Candidate:1 1 udp 2113937151 ${each} 50000 typ host`),
  address.map((each) => `a= candidate:1 1 udp 2113937151 ${each} 50000 typ host`),
  address.map((each) => `a=Remote-Candidates:1 ${each} 9`),
  address.map((each) => `a=RTCP:9 IN IP4 ${each}`),
);

/** The addresses of the candidates of a description. */
function addressesIn(sdp: string): string[] {
  return [...sdp.matchAll(/^a= ?candidate:\S+ \S+ \S+ \S+ (\S+)/gim)].map(([, each = '']) => each);
}

test('whatever an SDP contains, only candidates with addresses of the station’s networks are passed on', () => {
  fc.assert(
    fc.property(
      fc.array(candidate, { maxLength: 60 }),
      fc.array(other, { maxLength: 5 }),
      (candidates, more) => {
        const read = filterSdp(anOffer(candidates, more), RULES);
        if ('error' in read) return;
        const passed = addressesIn(read.sdp);
        expect(passed.length).toBeLessThanOrEqual(32);
        for (const each of passed) expect(each).toMatch(OWN);
        expect(read.sdp).not.toMatch(/raddr|a=rtcp:|a=remote-candidates|^c=IN IP\d (?!0\.0\.0\.0)/im);
      },
    ),
  );
});

test('late candidates follow the same rule, and contain nothing else', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(candidate, other), { maxLength: 40 }), (lines) => {
      const read = filterCandidates(lines.join('\r\n'), RULES);
      if ('error' in read) return;
      for (const each of addressesIn(read.sdp)) expect(each).toMatch(OWN);
      for (const line of read.sdp.trim().split('\r\n')) expect(line).toMatch(/^(?:a=[\w-]+|m=)|^$/);
    }),
  );
});

test('candidates with addresses of the station’s networks are passed on unchanged', () => {
  const read = filterSdp(anOffer([aCandidate('10.77.22.5'), aCandidate('x.local')]), RULES);
  expect('sdp' in read && addressesIn(read.sdp)).toEqual(['10.77.22.5', '10.77.22.9']);
});
