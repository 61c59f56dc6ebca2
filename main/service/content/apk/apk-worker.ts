import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';

import { readApk } from './read-apk.ts';

// Reads one APK, whose contents may be crafted to take long or much memory.
parentPort?.postMessage(readApk(z.string().parse(workerData)));
