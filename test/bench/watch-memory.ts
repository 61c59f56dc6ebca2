import { readFileSync } from 'node:fs';

/** Memory of a process, and its growth during a sync, without the system's page cache. */
export function watchMemory(pid: number) {
  const look = (): number => {
    const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
    return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024;
  };
  let before = look();
  let [most, grown, isOn] = [before, 0, true];
  const timer = setInterval(() => {
    const now = look();
    most = Math.max(most, now);
    if (isOn) grown = Math.max(grown, now - before);
  }, 50);
  timer.unref();
  return {
    begin(): void {
      [before, isOn] = [look(), true];
    },
    end: (): void => void (isOn = false),
    mostMib: (): number => most,
    grownMib(): number {
      clearInterval(timer);
      return grown;
    },
  };
}
