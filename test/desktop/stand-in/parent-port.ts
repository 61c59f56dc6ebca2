import { EventEmitter } from 'node:events';

// Loaded into a service process before its entry: gives it the `process.parentPort` that Electron would.
class StandInParentPort extends EventEmitter {
  postMessage(message: unknown): void {
    // The shell may be gone by now: Electron says nothing either.
    process.send?.(message, () => undefined);
  }
}

const parentPort = new StandInParentPort();
Object.defineProperty(process, 'parentPort', { value: parentPort });
process.on('message', (data) => parentPort.emit('message', { data }));
