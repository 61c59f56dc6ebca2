import type { OperationExamples } from '../reference/reference.ts';
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
    body: { devicesId: [DEVICE_ID], format: 'xlsx' },
    reply: {
      fileName: 'slots.xlsx',
      csv: `label,model,cart,shelf,place,profile,macAddress,serial,enrollmentToken,id\r\nA-01,PICO 4,Cart A,1,1,,,,${ENROLMENT_TOKEN},${DEVICE_ID}\r\n`,
      xlsx: 'UEsDBBQACAAIAA…',
    },
  },
  importSlots: {
    body: {
      csv: 'Asset Tag;Model;Rack;MAC\nA-01;PICO 4;Cart A;a45e.6012.3456\n',
      file: 'UEsDBBQACAAIAA…',
      sheet: 'Headsets',
      hasHeader: true,
      mapping: {
        label: 'Asset Tag',
        model: 2,
        cart: 'Rack',
        shelf: null,
        place: null,
        profile: null,
        macAddress: 'MAC',
        serial: null,
      },
      givesOwnSlot: true,
      check: false,
    },
    reply: {
      items: [{ id: DEVICE_ID, label: 'A-01', enrollmentToken: ENROLMENT_TOKEN }],
      count: 1,
      faults: [],
      ignored: [],
      columns: ['Asset Tag', 'Model', 'Rack', 'MAC'],
      hasHeader: true,
      mapping: {
        label: 1,
        model: 2,
        cart: 3,
        shelf: null,
        place: null,
        profile: null,
        macAddress: 4,
        serial: null,
      },
      isRemembered: false,
      sheets: ['Headsets'],
      sheet: 'Headsets',
      lines: [
        {
          line: 2,
          cells: {
            label: 'A-01',
            model: 'PICO 4',
            cart: 'Cart A',
            shelf: '',
            place: '',
            profile: '',
            macAddress: 'a45e.6012.3456',
            serial: '',
          },
        },
      ],
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
