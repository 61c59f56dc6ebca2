import type { Descriptions, OperationExamples } from '../reference/reference.ts';
import { BEAT_AT, DEVICE_ID, ENROLLED_AT } from '../reference/values.ts';
import { backupExample } from './backups.reference.ts';

const computer = {
  generatedAt: BEAT_AT,
  station: {
    version: '0.1.0',
    role: 'station' as const,
    node: '24.21.0',
    electron: null,
    platform: 'linux',
    architecture: 'x64',
    system: 'Linux 6.12',
    timeZone: 'Europe/Paris',
    startedAt: ENROLLED_AT,
    addresses: ['http://127.0.0.1:8080'],
  },
  process: { residentBytes: 92_274_688, heapBytes: 31_457_280, cpuCount: 4, uptimeSec: 2_700 },
  headsets: { enrolled: 30, linked: 28, codes: 0 },
  lan: { isOn: true, problem: null },
  sync: { isConnected: true, isPartner: false, lastContactAt: BEAT_AT, waiting: 0 },
  warnings: [],
  disk: { state: 'ok' as const, freeBytes: 86_973_087_744, totalBytes: 255_989_469_184 },
  store: { sizeBytes: 1_048_576, logBytes: 65_536, schema: 180 },
  backups: [backupExample],
};

/** Examples of diagnostics. */
export const examples: OperationExamples = {
  getComputer: { reply: computer },
  getDiagnostics: {
    reply: {
      ...computer,
      store: { ...computer.store, rows: { device: 32, device_event: 4_096 } },
      impossible: [{ id: DEVICE_ID, label: 'A-01', values: [{ path: 'batteryInfo.level', value: '255' }] }],
      log: ['{"level":30,"time":"2026-09-14T08:15:00.000Z","msg":"backed up"}'],
    },
  },
};

export const descriptions: Descriptions = {
  'station.role': 'Whether it is a station or a central.',
  'station.version': 'Version of Muster.',
  Disk: 'Disk of the data folder.',
  'Disk.state': '`low`: free some space; `full`: uploads and backups are refused.',
  'Disk.totalBytes': 'Size of the disk in bytes.',
  Computer: 'The computer of the station: what it runs on, its disk, and warnings.',
  Diagnostics: 'Everything that helps with remote support. Contains no secrets.',
  generatedAt: 'When it was created.',
  station: 'The station.',
  node: 'Version of Node.js.',
  electron: 'Version of Electron; null without the desktop app.',
  platform: 'Operating system.',
  architecture: 'Processor architecture.',
  'station.system': 'Operating system and its version.',
  process: 'The process of the station.',
  residentBytes: 'Memory in use, in bytes.',
  heapBytes: 'JavaScript heap in use, in bytes.',
  cpuCount: 'Number of processor cores.',
  uptimeSec: 'Time since the start, in seconds.',
  'Computer.headsets': 'Number of headsets.',
  'Diagnostics.headsets': 'Number of headsets.',
  codes: 'Live enrolment codes.',
  lan: 'LAN access.',
  store: 'The store.',
  logBytes: 'Size of the write-ahead log in bytes.',
  'store.rows': 'Number of rows by table.',
  backups: 'Backups, newest first.',
  impossible: 'Reported values that cannot be true, and were left out.',
  'impossible.values': 'These values.',
  log: 'Newest lines of the log, oldest first.',
};
