import type { OperationExamples } from '../reference/reference.ts';
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
