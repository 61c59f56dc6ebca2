import { syncExample } from './sync/sync.reference.ts';
import type { Headset } from './devices/fleet.ts';
import { streamStatusExample } from './commands/commands.reference.ts';
import { viewExample } from './commands/views.reference.ts';
import type { StreamExamples } from './reference/reference.ts';
import { planResultExample, planSummaryExample } from './configuration/plans/plans.reference.ts';
import { classRunExample } from './classroom/lessons.reference.ts';
import { downloadExample } from './content/library-serving.reference.ts';
import {
  ANDROID_ID,
  BEAT_AT,
  CODE_EXPIRES_AT,
  COMMAND_ID,
  DEVICE_ID,
  ENROLLED_AT,
  GROUP_ID,
  OTHER_DEVICE_ID,
  PLAN_ID,
} from './reference/values.ts';

const headset: Headset = {
  id: DEVICE_ID,
  label: 'A-01',
  androidId: ANDROID_ID,
  isArchived: false,
  unenrollingSince: null,
  replacedBy: null,
  model: 'PICO 4',
  brand: 'pico',
  isLinked: true,
  linkEndedAt: null,
  lastHeartbeatAt: BEAT_AT,
  enrolledAt: ENROLLED_AT,
  battery: { level: 81, isCharging: false },
  storage: { freeBytes: 96_000_000_000, totalBytes: 128_000_000_000 },
  worn: false,
  runningPackage: null,
  download: null,
  settingsRevision: 3,
  appliedRevision: 3,
  cart: { id: 'cart-a', label: 'Cart A' },
  shelf: 1,
  place: 1,
  impossible: [{ path: 'batteryInfo.level', value: '255' }],
  macAddress: 'A4:5E:60:12:34:56',
  asset: { macAddress: 'A4:5E:60:12:34:56', serial: '2G0YC1ZF8B0101' },
  isPractice: false,
  drift: null,
  unconfirmed: null,
  pendingChange: null,
  profileId: null,
  overAdb: null,
};
const enrolment = { isOpen: true, wrongCodes: 0, lastWrongAt: null };

/** Example events of each stream. */
export const streamExamples: StreamExamples = {
  deviceUpdates: {
    hello: { serverTime: BEAT_AT, settingsRevision: 3 },
    device: { label: 'A-01' },
    settings: { revision: 4 },
    metadata: { namespace: 'school-timetable' },
    command: {
      commandId: COMMAND_ID,
      event: 'locate',
      message: { seconds: 5 },
      expiresAt: CODE_EXPIRES_AT,
    },
    resync: {},
  },
  getStreamStatus: { hello: { serverTime: BEAT_AT }, status: streamStatusExample, resync: {} },
  fleetUpdates: {
    hello: { serverTime: BEAT_AT, enrolment },
    update: { id: DEVICE_ID, name: 'device', data: { id: DEVICE_ID, label: 'A-01' } },
    headsets: { items: [headset], total: 1 },
    live: {},
    device: { id: DEVICE_ID, battery: { level: 80, isCharging: false } },
    removed: { id: OTHER_DEVICE_ID },
    enrolment,
    download: downloadExample,
    sync: { ...syncExample, state: 'pulling', progress: { done: 12, total: 30, leftSec: 4 } },
    plan: planSummaryExample,
    planResults: { planId: PLAN_ID, items: [planResultExample] },
    contents: { id: DEVICE_ID },
    group: { id: GROUP_ID, isRemoved: false },
    classRun: classRunExample,
    view: viewExample,
    resync: {},
  },
};
