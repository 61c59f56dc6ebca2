import { DEVICE_ID } from '../../reference/values.ts';
import type { OperationExamples } from '../../reference/reference.ts';

export const examples: OperationExamples = {
  setAdbWifi: {
    body: { devicesId: [DEVICE_ID], isOpen: false },
    reply: { items: [{ id: DEVICE_ID, overAdb: { connection: 'usb', wifi: 'closing' } }] },
  },
  takeOverAdb: {
    body: { devicesId: [DEVICE_ID] },
    reply: {
      items: [{ id: DEVICE_ID, overAdb: { connection: 'elsewhere', wifi: 'open', heldBy: 'trolley-b' } }],
    },
  },
};
