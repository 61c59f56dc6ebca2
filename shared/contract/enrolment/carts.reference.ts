import type { Descriptions, OperationExamples } from '../reference/reference.ts';
import {
  ANDROID_ID,
  BEAT_AT,
  DEVICE_ID,
  ENROLLED_AT,
  ENROLMENT_TOKEN,
  OTHER_DEVICE_ID,
  PACKAGE_NAME,
  PROFILE_ID,
} from '../reference/values.ts';

/** Examples of slots, cart files and acceptance sheets. */
export const examples: OperationExamples = {
  exportSlots: {
    body: { devicesId: [DEVICE_ID] },
    reply: {
      fileName: 'slots.csv',
      csv: `label,model,cart,shelf,place,profile,enrollmentToken,id\r\nA-01,PICO 4,Cart A,1,1,,${ENROLMENT_TOKEN},${DEVICE_ID}\r\n`,
    },
  },
  importSlots: {
    body: { csv: 'label;model;cart\nA-01;PICO 4;Cart A\n', check: false },
    reply: {
      items: [{ id: DEVICE_ID, label: 'A-01', enrollmentToken: ENROLMENT_TOKEN }],
      count: 1,
      faults: [],
      ignored: [],
    },
  },
  createNamedSlots: {
    body: { slots: [{ id: DEVICE_ID, label: 'A-01', type: 'PICO 4' }] },
    reply: [{ id: DEVICE_ID, success: true }],
  },
  swapSlots: {
    body: { devicesId: [DEVICE_ID, OTHER_DEVICE_ID] },
    reply: {
      items: [
        { id: DEVICE_ID, label: 'A-07', cart: { id: 'cart-a', label: 'Cart A' }, shelf: 1, place: 7 },
        { id: OTHER_DEVICE_ID, label: 'A-03', cart: { id: 'cart-a', label: 'Cart A' }, shelf: 1, place: 3 },
      ],
    },
  },
  freeSlot: { reply: { id: DEVICE_ID, label: 'A-01', enrollmentToken: ENROLMENT_TOKEN } },
  setSlotProfiles: {
    body: { devicesId: [DEVICE_ID], profileId: PROFILE_ID },
    reply: { items: [{ id: DEVICE_ID, state: 'given' }] },
  },
  createAcceptanceSheet: {
    body: { devicesId: [DEVICE_ID], technician: 'Amélie R.' },
    reply: {
      fileName: 'acceptance.csv',
      csv: 'name,MAC\r\nA-01,A4:5E:60:12:34:56\r\n',
      at: BEAT_AT,
      technician: 'Amélie R.',
      station: 'Reef School',
      items: [
        {
          id: DEVICE_ID,
          label: 'A-01',
          cart: 'Cart A',
          place: 1,
          macAddress: 'A4:5E:60:12:34:56',
          androidId: ANDROID_ID,
          brand: 'pico',
          model: 'PICO 4',
          firmware: '5.9.3',
          apps: [{ name: PACKAGE_NAME, versionCode: 42, status: 'INSTALLED' }],
          kiosk: PACKAGE_NAME,
          isKioskConfirmed: true,
          battery: 81,
          wifi: ['School XR'],
          profile: { id: PROFILE_ID, name: 'Science week', version: 2, reason: null, app: null },
          isConfirmed: true,
          isOnline: true,
          open: [],
          cable: null,
          enrolledAt: ENROLLED_AT,
          lastHeartbeatAt: BEAT_AT,
        },
      ],
      invalidIds: [],
    },
  },
};

export const descriptions: Descriptions = {
  shelf: 'Shelf of the cart, counted from 1; null if none.',
  'swapSlots.reply.items.cart': 'Cart after the swap; null if none.',
  'swapSlots.reply.items.place': 'Slot number on the cart, counted from 1; null if none.',
  check: 'True to check the file without creating anything.',
  'importSlots.reply.faults': 'What is wrong, line by line.',
  'importSlots.reply.count': 'Number of slots in the file.',
  'importSlots.reply.items': 'Slots that were created.',
  'faults.value': 'The value found, or the one it clashes with; null if none.',
  line: 'Line of the file, counted from 1.',
  column: 'Column of the file; null if the whole line is meant.',
  'setSlotProfiles.reply.items.state':
    '`waits`: applied when a headset enrols or is ready; `given`: written; `none`: no profile.',
  isUnchanged: 'True if nothing had to be done.',
  Acceptance: 'A headset on the acceptance sheet.',
  'Acceptance.place': 'Slot number on the cart, counted from 1; null if none.',
  'Acceptance.wifi': 'Names of the assigned Wi-Fi networks.',
  firmware: 'Operating system version as the headset reports it; null if unknown.',
  apps: 'Assigned applications with their deployment status.',
  'apps.status': 'Deployment status.',
  kiosk: 'Package of the kiosk; null if none.',
  isKioskConfirmed: 'True if the headset reports the kiosk as in effect; null if it reports nothing.',
  battery: 'Charge in percent; null if not reported.',
  'Acceptance.profile.version': 'Version that was applied; null while it is pending.',
  'Acceptance.profile.reason': 'Why the profile is pending; null if it is not.',
  'profile.app': 'Application of the kiosk if that is missing; otherwise null.',
  isOnline: 'Whether it is online now.',
  isConfirmed: 'True if the headset confirmed its newest settings and all contents.',
  open: 'Why the headset is not confirmed.',
  cable: 'What was done by cable before enrolment; null if nothing was.',
  preparedAt: 'When it was prepared by cable.',
  technician: 'Name of the technician.',
  'createAcceptanceSheet.reply.station': 'Name of the station.',
  'createNamedSlots.body.slots':
    'The slots to create, with the ids and labels that they have at the station.',
};
