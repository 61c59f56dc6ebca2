import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** Writes the cells of organisations into the map of a proxy; other entries stay. */
export function route(map: string, organisations: readonly string[], to: string): void {
  const moved = new Set(organisations);
  const before = existsSync(map) ? readFileSync(map, 'utf8').split('\n') : [];
  const rest = before.filter((line) => line !== '' && !moved.has(line.split(/\s/, 1)[0] ?? ''));
  const lines = [...rest, ...organisations.map((id) => `${id} ${to}`)];
  writeFileSync(`${map}.new`, `${lines.join('\n')}\n`);
  renameSync(`${map}.new`, map);
}

/** Applies the same to a running HAProxy over its administration socket. @throws {Error} with HAProxy's message. */
export async function updateProxy(
  socket: string,
  map: string,
  organisations: readonly string[],
  to: string,
): Promise<void> {
  for (const id of organisations) {
    await sendCommand(socket, `del map ${map} ${id}`);
    const refusal = await sendCommand(socket, `add map ${map} ${id} ${to}`);
    if (refusal.trim() !== '') throw new Error(`HAProxy at ${socket}: ${refusal.trim()}`);
  }
}

/** Sends one command to HAProxy and returns its answer; deleting a missing entry is answered too. */
export function sendCommand(socket: string, command: string): Promise<string> {
  const connection = connect(socket);
  connection.end(`${command}\n`);
  return text(connection);
}
