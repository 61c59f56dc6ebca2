import { DEVICE_ID } from '../reference/values.ts';
import type { Descriptions, OperationExamples } from '../reference/reference.ts';

/** Examples of headsets that the station manages over adb. */
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

export const descriptions: Descriptions = {
  OverAdb: 'How the station manages a headset over adb.',
  'OverAdb.connection':
    '`plugIn`: on the network, but it no longer accepts adb there; `unauthorized`: it no longer allows this computer; `reset`: it has another identity; `elsewhere`: another station manages it.',
  'OverAdb.wifi':
    'Whether it accepts adb over the Wi-Fi; `closing`: it is told with its next connection, or has not confirmed it.',
  'OverAdb.heldBy': 'Name of the computer of the station that manages it, with `elsewhere`.',
  'takeOverAdb.body.devicesId':
    'Headsets, up to 1,000; those that are not managed over adb are left out of the reply.',
  'setAdbWifi.body.devicesId':
    'Headsets, up to 1,000; those that are not managed over adb are left out of the reply.',
  isOpen: 'False closes it: the headsets are managed only by cable.',
  overAdb: 'How the station manages it over adb.',
};
