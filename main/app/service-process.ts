import { utilityProcess } from 'electron';

import type { ServiceProcess } from './supervisor.ts';

/** Starts the service as a process of its own. Its output goes where the shell's own goes. */
export function forkService(entry: string, flags: readonly string[]): ServiceProcess {
  const child = utilityProcess.fork(entry, [...flags], { serviceName: 'Muster station', stdio: 'inherit' });
  return {
    send: (order) => child.postMessage(order),
    kill: () => {
      // UtilityProcess.kill() asks with SIGTERM, which a service that hangs does not hear.
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
    },
    onReport: (listener) => child.on('message', listener),
    onExit: (listener) => child.once('exit', listener),
  };
}
