import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';

import { readApk } from './read-apk.ts';

// Reads one APK: what it holds may be made to take long or much.
parentPort?.postMessage(readApk(z.string().parse(workerData)));
