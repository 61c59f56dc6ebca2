import { create } from 'zustand';

import { openSession as exchangeToken } from '../../shared/contract/tokens.ts';
import type { MusterBridge } from '../../shared/ipc.ts';

declare global {
  interface Window {
    /** What only the desktop window has. */
    readonly muster?: MusterBridge;
  }
}

/** Where the station answers and the key to it. `url` has no slash at its end. */
export type Connection = { readonly url: string; readonly token: string };

/** `opening` while a key is looked for, `open` with one, `none` when the person has to bring one. */
export type Session = { readonly state: 'opening' | 'open' | 'none'; readonly connection: Connection | null };

/** The session of this window. */
export const useSession = create<Session>(() => ({ state: 'opening', connection: null }));

const STORED_TOKEN = 'muster.session';

/**
 * Finds the key to the station: from the desktop window, from the launch token in the address
 * (which it takes out of the address and exchanges), or from an earlier visit.
 */
export async function openSession(): Promise<void> {
  // A bridge that fails is a desktop window without a station: the same as having no key.
  const connection = await findConnection().catch(() => null);
  useSession.setState({ state: connection === null ? 'none' : 'open', connection });
}

/** Opens a session by the passcode; answers why it was refused, or null once it is open. */
export async function openSessionByPasscode(
  passcode: string,
): Promise<'UNAUTHENTICATED' | 'RATE_LIMITED' | 'VALIDATION_FAILED' | 'offline' | null> {
  const answer = await askForSession({ passcode });
  if (answer === null) return 'offline';
  if (answer.ok) {
    const reply = exchangeToken.reply.safeParse(await answer.json().catch(() => null));
    if (!reply.success) return 'offline';
    localStorage.setItem(STORED_TOKEN, reply.data.token);
    useSession.setState({ state: 'open', connection: { url: '', token: reply.data.token } });
    return null;
  }
  if (answer.status === 429) return 'RATE_LIMITED';
  return answer.status === 400 ? 'VALIDATION_FAILED' : 'UNAUTHENTICATED';
}

/** How long the desktop window waits before it asks its shell for another key, in ms. */
const ASK_SHELL_AGAIN_MS = 1_000;

/** Forgets a key that the station no longer takes. The desktop window gets itself another. */
export function closeSession(): void {
  localStorage.removeItem(STORED_TOKEN);
  useSession.setState({ state: 'none', connection: null });
  if (window.muster !== undefined) setTimeout(() => void openSession(), ASK_SHELL_AGAIN_MS);
}

/** The key that an earlier visit left in this browser; null when there is none. */
export function storedToken(): string | null {
  return localStorage.getItem(STORED_TOKEN);
}

/** The key in use; null while there is none. */
export function connection(): Connection | null {
  return useSession.getState().connection;
}

async function findConnection(): Promise<Connection | null> {
  if (window.muster !== undefined) {
    const { url, token } = await window.muster.connection();
    return { url: url.replace(/\/$/, ''), token };
  }
  const launchToken = takeLaunchToken();
  if (launchToken !== null) {
    const token = await exchange(launchToken);
    if (token !== null) localStorage.setItem(STORED_TOKEN, token);
  }
  const token = storedToken();
  return token === null ? null : { url: '', token };
}

/** Out of the address at once: it works only once and must not be copied or stored with it. */
function takeLaunchToken(): string | null {
  const fragment = new URLSearchParams(window.location.hash.slice(1));
  const launchToken = fragment.get('launch');
  if (launchToken === null) return null;
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
  return launchToken;
}

/** Null when the station refuses it or cannot be reached; an earlier key may still be good. */
async function exchange(launchToken: string): Promise<string | null> {
  try {
    const answer = await askForSession({ launchToken });
    if (answer === null || !answer.ok) return null;
    const reply = exchangeToken.reply.safeParse(await answer.json());
    return reply.success ? reply.data.token : null;
  } catch {
    // No JSON: the screen without a key says what to do.
    return null;
  }
}

/** Null when the station cannot be reached. */
async function askForSession(body: object): Promise<Response | null> {
  const { path, method } = exchangeToken;
  const headers = { 'content-type': 'application/json' };
  return fetch(path, { method, headers, body: JSON.stringify(body) }).catch(() => null);
}
