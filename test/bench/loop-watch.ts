/**
 * Loaded into a station's process: notes how long its event loop was held, and says so when the parent asks. A timer
 * that comes late was kept waiting. What the thread itself worked meanwhile is noted with it: where other processes want
 * the processor too, that is the truer figure, though it leaves out waiting for the disk.
 */
const TICK_MS = 1;

let worst = { heldMs: 0, workedMs: 0 };
let lastMs = performance.now();
let lastWork = process.threadCpuUsage();

setInterval(() => {
  const nowMs = performance.now();
  const work = process.threadCpuUsage(lastWork);
  const heldMs = nowMs - lastMs - TICK_MS;
  if (heldMs > worst.heldMs) worst = { heldMs, workedMs: (work.user + work.system) / 1_000 };
  lastMs = nowMs;
  lastWork = process.threadCpuUsage();
}, TICK_MS).unref();

process.on('message', (requested: unknown) => {
  if (requested !== 'worst hold') return;
  process.send?.(worst);
  worst = { heldMs: 0, workedMs: 0 };
});
process.channel?.unref();
