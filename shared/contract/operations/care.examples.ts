import type { OperationExamples } from '../examples/example.ts';
import { BEAT_AT, ENROLLED_AT } from '../examples/values.ts';

const backup = { name: 'muster-2026-09-14T08-15-00-000Z.db', sizeBytes: 1_048_576, createdAt: BEAT_AT };

const copy = { name: 'muster-2026-09-14T08-20-00-000Z.copy', sizeBytes: 1_048_960, createdAt: BEAT_AT };
const PASSPHRASE = 'seven words of the reef school cart';

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
  sync: { isConnected: true, lastContactAt: BEAT_AT, waiting: 0 },
  warnings: [],
  disk: { state: 'ok' as const, freeBytes: 86_973_087_744, totalBytes: 255_989_469_184 },
  store: { sizeBytes: 1_048_576, logBytes: 65_536, schema: 180 },
  backups: [backup],
};

/** Examples of backups and diagnostics. */
export const careExamples: OperationExamples = {
  createBackup: { reply: backup },
  listBackups: { reply: { everyHours: 6, lastFailure: null, items: [backup] } },
  inspectBackup: {
    reply: {
      ...backup,
      obstacle: null,
      schema: 180,
      organisations: ['Reef School'],
      devices: 32,
      enrolled: 30,
      lastHeartbeatAt: BEAT_AT,
      wouldLose: 2,
      isMove: false,
    },
  },
  restoreBackup: { reply: { name: backup.name, keptAs: 'muster-2026-09-14T09-00-00-000Z.db' } },
  addCopy: { body: { backupName: backup.name, passphrase: PASSPHRASE }, reply: copy },
  listCopies: { reply: { items: [copy] } },
  openCopy: {
    body: { passphrase: PASSPHRASE },
    reply: { ...backup, name: 'muster-2026-09-14T08-15-00-000Z-moved.db' },
  },
  removeCopy: { reply: { success: true } },
  getComputer: { reply: computer },
  getDiagnostics: {
    reply: {
      ...computer,
      store: { ...computer.store, rows: { device: 32, device_event: 4_096 } },
      log: ['{"level":30,"time":"2026-09-14T08:15:00.000Z","msg":"backed up"}'],
    },
  },
};
