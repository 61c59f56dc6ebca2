import { parentPort, workerData } from 'node:worker_threads';

import { PracticeCart, practiceOrderSchema, practicePlanSchema, type PracticeEvent } from './practice.ts';

/** Entry of the worker thread with a practice cart. Reports every error to its host and never crashes it. */
const host = parentPort;

function post(event: PracticeEvent): void {
  host?.postMessage(event);
}

function postFault(fault: unknown): void {
  post({ type: 'error', message: fault instanceof Error ? fault.message : String(fault) });
}

async function play(): Promise<void> {
  const plan = practicePlanSchema.parse(workerData);
  const cart = new PracticeCart(plan, post);
  host?.on('message', (message: unknown) => {
    const order = practiceOrderSchema.safeParse(message);
    if (!order.success) return postFault(order.error);
    if (order.data.type === 'code') cart.issueCode(order.data.id, order.data.code);
    else void cart.stop();
  });
  await cart.run();
}

process.on('uncaughtException', postFault);
process.on('unhandledRejection', postFault);
try {
  await play();
} catch (fault) {
  postFault(fault);
} finally {
  post({ type: 'stopped' });
  // An open message port would keep the thread alive.
  host?.close();
}
