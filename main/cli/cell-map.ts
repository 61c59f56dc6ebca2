import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** Writes into the map of a proxy where organisations are; what else it holds stays. */
export function route(map: string, organisations: readonly string[], to: string): void {
  const moved = new Set(organisations);
  const before = existsSync(map) ? readFileSync(map, 'utf8').split('\n') : [];
  const rest = before.filter((line) => line !== '' && !moved.has(line.split(/\s/, 1)[0] ?? ''));
  const lines = [...rest, ...organisations.map((id) => `${id} ${to}`)];
  writeFileSync(`${map}.new`, `${lines.join('\n')}\n`);
  renameSync(`${map}.new`, map);
}

/** Tells a running HAProxy the same over its administration socket. @throws {Error} with what HAProxy says against it. */
export async function tellProxy(
  socket: string,
  map: string,
  organisations: readonly string[],
  to: string,
): Promise<void> {
  for (const id of organisations) {
    await ask(socket, `del map ${map} ${id}`);
    const refusal = await ask(socket, `add map ${map} ${id} ${to}`);
    if (refusal.trim() !== '') throw new Error(`HAProxy at ${socket}: ${refusal.trim()}`);
  }
}

/** One command to HAProxy and what it answers; deleting what is not there is answered too. */
export function ask(socket: string, command: string): Promise<string> {
  const connection = connect(socket);
  connection.end(`${command}\n`);
  return text(connection);
}
