// Runs once for all windows of a browser, beside them, and holds their streams.
import { Hub } from './hub.ts';
import { readStream } from './read-stream.ts';

const hub = new Hub(readStream, (lock, then) => void navigator.locks.request(lock, then));

globalThis.addEventListener('connect', (event) => {
  if (event instanceof MessageEvent) for (const port of event.ports) hub.join(port);
});
