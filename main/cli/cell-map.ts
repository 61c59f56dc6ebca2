import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** The map cannot be written, or the proxy does not take it. */
export class RouteError extends Error {
  override readonly name = 'RouteError';
}

/** Writes the cells of organisations into the map of a proxy; other entries stay. @throws {RouteError} */
export function route(map: string, organisations: readonly string[], to: string): void {
  const moved = new Set(organisations);
  const before = existsSync(map) ? readFileSync(map, 'utf8').split('\n') : [];
  const rest = before.filter((line) => line !== '' && !moved.has(line.split(/\s/, 1)[0] ?? ''));
  const lines = [...rest, ...organisations.map((id) => `${id} ${to}`)];
  try {
    writeFileSync(`${map}.new`, `${lines.join('\n')}\n`);
    renameSync(`${map}.new`, map);
  } catch (error) {
    throw new RouteError(`The map ${map} cannot be written: ${messageOf(error)}`);
  }
}

/** Applies the same to a running HAProxy over its administration socket. @throws {RouteError} with HAProxy's message. */
export async function updateProxy(
  socket: string,
  map: string,
  organisations: readonly string[],
  to: string,
): Promise<void> {
  for (const id of organisations) {
    // Changed in place if it is there: between deleting and adding, requests would go to the cell that it came from.
    if ((await sendCommand(socket, `set map ${map} ${id} ${to}`)) === '') continue;
    const refusal = await sendCommand(socket, `add map ${map} ${id} ${to}`);
    if (refusal !== '') throw new RouteError(`HAProxy at ${socket}: ${refusal}`);
  }
}

/** Sends one command to HAProxy. Returns its answer, empty if it did what was asked. @throws {RouteError} */
export async function sendCommand(socket: string, command: string): Promise<string> {
  const connection = connect(socket);
  connection.end(`${command}\n`);
  try {
    return (await text(connection)).trim();
  } catch (error) {
    throw new RouteError(`HAProxy does not answer at ${socket}: ${messageOf(error)}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
