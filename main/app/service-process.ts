import { utilityProcess } from 'electron';

import type { ServiceProcess } from './supervisor.ts';

/** Starts the service as a separate process, with the same output as the shell. */
export function forkService(entry: string, flags: readonly string[]): ServiceProcess {
  const child = utilityProcess.fork(entry, [...flags], { serviceName: 'Muster station', stdio: 'inherit' });
  return {
    send: (order) => child.postMessage(order),
    kill: () => {
      // UtilityProcess.kill() sends SIGTERM, which a hanging service ignores.
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
    },
    onReport: (listener) => child.on('message', listener),
    onExit: (listener) => child.once('exit', listener),
  };
}
