import { parentPort, workerData } from 'node:worker_threads';

import { AdbAgents } from './adb-agents.ts';
import {
  type AgentsEvent,
  agentsOrderSchema,
  agentsPlanSchema,
} from '../../shared/domain/enrolment/adb-agents.ts';

/** Entry of the worker thread with the agents of real headsets. Reports every error to its host and never crashes it. */
const host = parentPort;

function post(event: AgentsEvent): void {
  host?.postMessage(event);
}

function postFault(fault: unknown): void {
  post({ type: 'error', message: fault instanceof Error ? (fault.stack ?? fault.message) : String(fault) });
}

process.on('uncaughtException', postFault);
process.on('unhandledRejection', postFault);
const agents = new AdbAgents(agentsPlanSchema.parse(workerData), post);
host?.on('message', (message: unknown) => {
  const order = agentsOrderSchema.safeParse(message);
  if (!order.success) return postFault(order.error);
  switch (order.data.type) {
    case 'manage':
      return agents.manage(order.data.headset);
    case 'release':
      return void agents.release(order.data.deviceId).catch(postFault);
    case 'wifi':
      return agents.setWifi(order.data.deviceId, order.data.isOpen);
    case 'seenAt':
      return agents.seenAt(order.data.deviceId, order.data.address);
    case 'takeOver':
      return agents.reclaim(order.data.deviceId);
    case 'stop':
      return void agents.stop().finally(() => {
        post({ type: 'stopped' });
        // An open message port would keep the thread alive.
        host.close();
      });
  }
});
