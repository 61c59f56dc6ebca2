import { EventEmitter } from 'node:events';

// Loaded into a service process before its entry: adds Electron's `process.parentPort`.
class StandInParentPort extends EventEmitter {
  postMessage(message: unknown): void {
    // The shell may have exited by now: Electron reports nothing either.
    process.send?.(message, () => undefined);
  }
}

const parentPort = new StandInParentPort();
Object.defineProperty(process, 'parentPort', { value: parentPort });
process.on('message', (data) => parentPort.emit('message', { data }));
