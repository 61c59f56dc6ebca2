// Reads what the tests need of the files in packaging/container. Lists and texts there are written on one line.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const containerFolder = resolve(import.meta.dirname, '..', '..', 'packaging', 'container');

const read = (name: string): string => readFileSync(join(containerFolder, name), 'utf8');

function only(pattern: RegExp, text: string): string {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`Nothing matches ${String(pattern)}`);
  return found;
}

/** Returns the parts of compose.yaml. */
export function compose() {
  const text = read('compose.yaml');
  const [central = '', proxy = ''] = text.split('\n  proxy:\n');
  const addressIn = (part: string): string => only(/ipv4_address: ([\d.]+)/, part);
  const entries = [...proxy.matchAll(/^ {6}(MUSTER_\w+): '?(.*?)'?$/gm)];
  return {
    centralFlags: only(/command: \[(.*)\]/, central).split(', '),
    centralAddress: addressIn(central),
    proxyAddress: addressIn(proxy),
    proxyEnv: Object.fromEntries(entries.map(([, name = '', value = '']) => [name, value])),
  };
}

/** Returns the variables of the Containerfile. */
export function containerEnv(): Record<string, string> {
  const words = only(/^ENV (.*)$/m, read('Containerfile')).split(' ');
  return Object.fromEntries(words.map((word) => word.split('=', 2) as [string, string]));
}

/** Returns a command of the Containerfile: ENTRYPOINT, or the one of HEALTHCHECK. */
export function containerCommand(name: 'ENTRYPOINT' | 'CMD'): string[] {
  return JSON.parse(only(new RegExp(`${name} (\\[.*\\])$`, 'm'), read('Containerfile'))) as string[];
}
