import { DEVICE_ID } from '../../reference/values.ts';
import type { OperationExamples } from '../../reference/reference.ts';

const serial = '1WMHHA1234567';
const slot = { id: DEVICE_ID, label: 'Q-07' };

export const examples: OperationExamples = {
  getWireless: {
    reply: {
      adb: { state: 'ready', canPair: true, version: null },
      isBrowsing: true,
      headsets: [{ name: `adb-${serial}-x7Kd2p`, serial, address: '192.168.1.20:37001', slot }],
    },
  },
  pairWireless: {
    body: { address: '192.168.1.20:37001', code: '482193' },
    reply: { outcome: 'connected', serial, slot, words: null },
  },
  connectWireless: {
    body: { address: '192.168.1.20:41237' },
    reply: { outcome: 'connected', serial: null, slot: null, words: null },
  },
};
