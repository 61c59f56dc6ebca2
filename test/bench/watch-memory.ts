import { readFileSync } from 'node:fs';

/** How large a process gets, and by how much while it syncs; the pages of files that the system keeps are not counted. */
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
