import { parentPort, workerData } from 'node:worker_threads';

import { PracticeCart, practiceOrderSchema, practicePlanSchema, type PracticeEvent } from './practice.ts';

/** Entry of the worker thread with a practice cart. Reports every error to its host and never crashes it. */
const host = parentPort;

function tell(news: PracticeEvent): void {
  host?.postMessage(news);
}

function tellFault(fault: unknown): void {
  tell({ type: 'error', message: fault instanceof Error ? fault.message : String(fault) });
}

async function play(): Promise<void> {
  const plan = practicePlanSchema.parse(workerData);
  const cart = new PracticeCart(plan, tell);
  host?.on('message', (message: unknown) => {
    const order = practiceOrderSchema.safeParse(message);
    if (!order.success) return tellFault(order.error);
    if (order.data.type === 'code') cart.giveCode(order.data.id, order.data.code);
    else void cart.stop();
  });
  await cart.run();
}

process.on('uncaughtException', tellFault);
process.on('unhandledRejection', tellFault);
try {
  await play();
} catch (fault) {
  tellFault(fault);
} finally {
  tell({ type: 'stopped' });
  // The open port would keep the thread alive.
  host?.close();
}
