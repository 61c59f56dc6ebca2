import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';

import { readApk } from './read-apk.ts';

// Reads one APK, which may be crafted to take much time or memory.
parentPort?.postMessage(readApk(z.string().parse(workerData)));
