import type { OperationExamples, ParameterNotes } from '../reference/reference.ts';
import { CABLE_STEPS, type CableView } from './cable.ts';
import { DEVICE_ID } from '../reference/values.ts';

const CART = 'cart-a';
const SERIAL = '1WMHH8123456';
const SHA256 = '8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4';

const recipe = {
  cart: CART,
  name: 'Science week',
  models: ['Quest 3'],
  minBattery: 20,
  agent: {
    sha256: SHA256,
    permissions: ['android.permission.RECORD_AUDIO'],
    appOps: [{ operation: 'SYSTEM_ALERT_WINDOW', mode: 'allow' as const }],
    deviceOwner: 'org.example.agent/.AdminReceiver',
  },
  wifi: { ssid: 'CART-A' },
  timezone: 'Europe/Paris',
  locale: 'fr-FR',
  contents: [SHA256],
  contentFolder: '/sdcard/Muster',
  profileId: null,
  handOver: {
    file: '/sdcard/Android/data/{package}/files/muster-enrol.json',
    kind: 'broadcast' as const,
    component: 'org.example.agent/.EnrolReceiver',
    action: null,
    extras: [{ name: 'file', value: '{file}' }],
  },
  stationUrl: null,
};

const view: CableView = {
  adb: { state: 'ready', platform: 'linux', isOwn: true, words: null, isContested: false },
  isRunning: true,
  cart: CART,
  nextSlot: { id: DEVICE_ID, label: 'A-02' },
  hubs: [
    {
      id: '1-2',
      isDark: false,
      ports: [
        {
          number: 1,
          key: '1-2.1',
          headset: {
            serial: SERIAL,
            model: 'Meta Quest 3',
            state: 'running',
            slot: { id: DEVICE_ID, label: 'A-01' },
            steps: CABLE_STEPS.map((step) => ({
              step,
              state: 'pending' as const,
              startedAtMs: null,
              endedAtMs: null,
              progress: null,
              failure: null,
              advice: null,
              words: null,
            })),
          },
        },
        { number: 2, key: '1-2.2', headset: null },
      ],
    },
  ],
  away: [],
};

export const examples: OperationExamples = {
  getCable: { reply: view },
  getCableRecipe: {
    reply: {
      recipe,
      hasWifiPassword: true,
      agent: {
        name: 'agent.apk',
        packageName: 'org.example.agent',
        versionName: '2.3',
        versionCode: 23,
        signer: SHA256,
      },
    },
  },
  setCableRecipe: { body: { ...recipe, wifi: { ssid: 'CART-A', password: 'correct horse' } }, reply: recipe },
  previewCable: {
    body: { cart: CART },
    reply: {
      items: [
        {
          serial: SERIAL,
          model: 'Meta Quest 3',
          steps: [{ step: 'wifi', state: 'todo', failure: null, advice: null, words: 'CART-A' }],
        },
      ],
    },
  },
  startCable: { body: { cart: CART }, reply: view },
  stopCable: { reply: { ...view, isRunning: false } },
  retryCable: { body: { serial: SERIAL, takesOver: true }, reply: view },
  setCableSlot: { body: { serial: SERIAL, deviceId: DEVICE_ID }, reply: view },
};

export const parameters: ParameterNotes = {
  cart: { description: 'Id or name of a cart, as in its recipe.', example: 'cart-a' },
};
