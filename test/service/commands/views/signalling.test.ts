import { expect, test } from 'vitest';

import { readAnswer, readCandidates, readOffer } from '../../../../main/service/commands/views/signalling.ts';
import { aCandidate, anOffer } from '../../../support/views.ts';

const ENDS = { viewer: '192.168.77.20', headset: '192.168.77.21' };

test.each(['127.0.0.1', '127.9.9.9', '::1', '0:0:0:0:0:0:0:1', '0::1', '::ffff:127.0.0.1', '::ffff:7f00:1'])(
  'the loopback address %s is passed on to no other computer, however it is written',
  (address) => {
    const candidate = aCandidate(address);
    const read = [
      readOffer(anOffer([candidate]), ENDS),
      readCandidates(`a=ice-ufrag:x\r\n${candidate}`, ENDS),
      readAnswer({ sdp: anOffer([candidate]) }, ENDS),
    ];
    for (const each of read) {
      expect(each).toHaveProperty('sdp');
      expect(JSON.stringify(each)).not.toContain(' typ ');
    }
  },
);
