import { execFile } from 'node:child_process';

import { AdbServerClient } from '@yume-chan/adb';

import { serialIn } from '../../shared/domain/enrolment/adb-wifi.ts';

/** What came of pairing. `words`: what the server answered. */
export type PairAnswer =
  | { readonly outcome: 'paired'; readonly serial: string | null }
  | {
      readonly outcome: 'wrongCode' | 'unreachable' | 'cannotPair' | 'failed';
      readonly words: string;
    };

/** What came of connecting. */
export type ConnectAnswer = { readonly outcome: 'connected' | 'notPaired' | 'unreachable' };

/** A service that a server from version 30 on has: with an address that no headset can have, it contacts nobody. */
const PROBE = 'host:pair:000000:0.0.0.0:0';
/** What an older server answers to a service that it does not have. */
const UNKNOWN = /unknown host service/i;
const VERSION_MS = 5_000;

/** Returns whether a server can pair; null if it did not tell. Versions 29 and 30 have the same protocol version. */
export async function canPair(client: AdbServerClient): Promise<boolean | null> {
  try {
    await ask(client, PROBE);
    return true;
  } catch (error) {
    return error instanceof Error && UNKNOWN.test(error.message) ? false : null;
  }
}

/**
 * Lets the server pair with the headset that shows this code at `address` (`192.168.1.20:37001`). The library's own
 * function takes every answer for a success. Source of the answers: outputs of `adb pair` in public programs and notes;
 * nobody has tried it with Muster.
 */
export async function pairWith(client: AdbServerClient, address: string, code: string): Promise<PairAnswer> {
  let words: string;
  try {
    words = await ask(client, `host:pair:${code}:${address}`);
  } catch (error) {
    words = error instanceof Error ? error.message : String(error);
    if (UNKNOWN.test(words)) return { outcome: 'cannotPair', words };
  }
  // Never to be seen again, whatever a server makes of it.
  words = words.replaceAll(code, '…').slice(0, 300);
  if (/^Successfully paired/i.test(words)) {
    const guid = /\[guid[=:]\s*([^\]]{1,80})\]/.exec(words)?.[1]?.trim() ?? '';
    return { outcome: 'paired', serial: serialIn(guid) };
  }
  if (/wrong password|connection was dropped/i.test(words)) return { outcome: 'wrongCode', words };
  if (/unable to start pairing client/i.test(words)) return { outcome: 'unreachable', words };
  return { outcome: 'failed', words };
}

/** Connects to a headset that has wireless debugging on, at `address`. @throws {Error} if the server is lost. */
export async function connectTo(client: AdbServerClient, address: string): Promise<ConnectAnswer> {
  try {
    await client.wireless.connect(address);
    return { outcome: 'connected' };
  } catch (error) {
    if (error instanceof AdbServerClient.AlreadyConnectedError) return { outcome: 'connected' };
    if (error instanceof AdbServerClient.UnauthorizedError) return { outcome: 'notPaired' };
    if (error instanceof AdbServerClient.NetworkError) return { outcome: 'unreachable' };
    throw error;
  }
}

/** Returns the version of an adb program, as `29.0.6-debian`; null if it does not tell. Contacts no server. */
export function readAdbVersion(program: string): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(program, ['version'], { timeout: VERSION_MS }, (_error, output) =>
      resolve(/^Version ([\w.-]{1,40})/m.exec(output)?.[1] ?? null),
    );
  });
}

/** Returns the text that the server answers with. @throws {Error} with its reason if it refuses. */
async function ask(client: AdbServerClient, service: string): Promise<string> {
  const stream = await client.createConnection(service);
  try {
    const head = Buffer.from(await stream.readExactly(4)).toString('latin1');
    if (head === 'FAIL') throw new Error(await stream.readString());
    const length = Number.parseInt(head, 16);
    if (!(length >= 0)) throw new Error('The answer is none');
    return Buffer.from(await stream.readExactly(length)).toString('utf8');
  } finally {
    await stream.dispose();
  }
}
