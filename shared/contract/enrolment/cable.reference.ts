import type { Descriptions, OperationExamples, ParameterNotes } from '../reference/reference.ts';
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

/** Examples of preparing headsets by cable. */
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

export const descriptions: Descriptions = {
  CableRecipe: 'How the headsets of a cart are prepared by cable.',
  'CableRecipe.models': 'Allowed models, by name or part of it; empty for any.',
  takesOver: 'True: also if another station manages the headset, which then leaves it alone.',
  minBattery: 'Lowest charge to start with, in percent.',
  agent: 'Agent to install; null if not in the library.',
  'agent.sha256': 'SHA-256 of the agent’s APK in the library.',
  'agent.permissions': 'Android permissions to grant.',
  appOps: 'Android app operations to set.',
  'appOps.operation': 'Name of the operation.',
  mode: 'Mode of the operation.',
  deviceOwner: 'Admin receiver of the agent; null if it does not become device owner.',
  'CableRecipe.wifi': 'Wi-Fi network to join; null for none.',
  'CableRecipe.contents': 'SHA-256 of the contents to copy.',
  contentFolder: 'Folder on the headset for contents that are no applications.',
  handOver: 'How the agent receives URL, key and enrolment token: a file, and a command that names it.',
  'handOver.file': 'Path of the file on the headset; deleted once the headset has enrolled.',
  'handOver.kind': 'What the command starts.',
  component: 'Component to start, such as `org.example.agent/.Setup`.',
  'handOver.action': 'Action of the intent; null for none.',
  extras: 'Extras of the intent.',
  'extras.value': 'Text in which `{url}`, `{fingerprint}`, `{file}` and `{package}` are filled in.',
  stationUrl: 'URL given to headsets; null for the station’s own on the local network.',
  recipe: 'The recipe; null if the cart has none.',
  hasWifiPassword: 'True if a Wi-Fi password is stored.',
  signer: 'SHA-256 of the certificate that signed the APK; null if not read.',
  CableHeadset: 'A headset at a cable, and how far it has come.',
  'CableHeadset.state':
    '`debuggingOff`: seen by the computer, not by adb; `mode`: in recovery, sideload or bootloader; `known`: already enrolled; `changed`: the serial number of an enrolled headset with another Android ID; `ready`: enrolled, with its profile confirmed.',
  'CableHeadset.steps': 'Steps in order.',
  slot: 'Slot it is assigned; null if none yet.',
  'steps.state': 'State of the step.',
  'steps.progress': 'Share that is done, 0 to 1; null if unknown.',
  startedAtMs: 'When the step started, in milliseconds since 1970 UTC; null if it has not.',
  endedAtMs: 'When the step ended, in milliseconds since 1970 UTC; null if it has not.',
  failure: 'Why the step failed; null if it did not.',
  advice: 'What to do about it; null if unknown.',
  words: 'Output of the tool, without secrets; null if none.',
  adb: 'The adb tool on this computer.',
  'adb.state': '`missing`: not installed; `failed`: it does not start.',
  'adb.platform': 'Operating system of this computer.',
  isOwn: 'True if Muster started the adb server, and will stop it.',
  isContested: 'True while another program keeps ending the server, as an adb of another version does.',
  isDark: 'True if all its headsets vanished at once, as when it loses its power.',
  hubs: 'USB hubs; `none` holds headsets whose port is unknown.',
  ports: 'Ports of the hub.',
  'ports.number': 'Number of the port, counted from 1.',
  'ports.key': 'Identity of the port.',
  headset: 'Headset at the port; null if none.',
  away: 'Headsets of this run that are unplugged now.',
  'previewCable.reply.items.steps': 'What is to be done, step by step.',
  nextSlot: 'The slot that the next headset gets; null if none is free or nothing was started.',
};
