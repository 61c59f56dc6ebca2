/**
 * Loaded into a station's process: measures how long its event loop was blocked, and reports it to the parent on
 * request. A late timer was blocked. The thread's own CPU time is measured too: if other processes compete for the
 * CPU it is the better number, though it excludes waiting for the disk.
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
