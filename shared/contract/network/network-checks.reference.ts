import type { NetworkChecks } from './network-checks.ts';
import type { OperationExamples } from '../reference/reference.ts';
import { BEAT_AT, DEVICE_ID } from '../reference/values.ts';

const INTERNET_ADDRESS = 'http://connectivitycheck.gstatic.com/generate_204';

const checks: NetworkChecks = {
  checkedAt: BEAT_AT,
  internetAddress: INTERNET_ADDRESS,
  checks: [
    {
      id: 'listener',
      status: 'ok',
      finding: 'LISTENER_ON',
      todo: 'NOTHING',
      details: { port: 7_443, addresses: ['192.168.1.20'] },
    },
    {
      id: 'isolation',
      status: 'warning',
      finding: 'ISOLATION_SUSPECTED',
      todo: 'ALLOW_CLIENT_TRAFFIC',
      details: { headsets: 0, reached: [], silent: ['192.168.1.34', '192.168.1.35'] },
    },
    {
      id: 'headsetClocks',
      status: 'warning',
      finding: 'CLOCKS_WRONG',
      todo: 'SET_HEADSET_CLOCKS',
      details: {
        measured: 30,
        wrong: 1,
        devices: [{ deviceId: DEVICE_ID, label: 'A-01', skewMs: -86_400_000 }],
      },
    },
  ],
};

export const examples: OperationExamples = {
  getNetworkChecks: { reply: checks },
  runNetworkChecks: { body: { internetAddress: INTERNET_ADDRESS }, reply: checks },
};
