import type { z } from 'zod';
import { create } from 'zustand';

import { isAtLeast, ROLES, type Role } from '../../shared/contract/access/roles.ts';
import {
  closeSession as signOutOf,
  openSession as exchangeToken,
} from '../../shared/contract/access/sessions.ts';
import type { MusterBridge } from '../../shared/ipc.ts';
import { letGo } from './class-guard.ts';

declare global {
  interface Window {
    /** What only the desktop window has. */
    readonly muster?: MusterBridge;
  }
}

/** Where the station answers and the key to it. `url` has no slash at its end. */
export type Connection = { readonly url: string; readonly token: string };

/** Whom this window speaks for; without a name it is nobody in particular. */
export type Who = { readonly role: Role; readonly name: string | null };

/** `opening` while a key is looked for, `open` with one, `none` when the person has to bring one. */
export type Session = {
  readonly state: 'opening' | 'open' | 'none';
  readonly connection: Connection | null;
  readonly who: Who;
};

/** This computer's own window, and a program's key: what the station refuses them it says itself. */
const NOBODY: Who = { role: 'technician', name: null };

/** The session of this window. */
export const useSession = create<Session>(() => ({ state: 'opening', connection: null, who: NOBODY }));

const STORED_TOKEN = 'muster.session';
const STORED_WHO = 'muster.who';
const STORED_ASKS = 'muster.asksPasscode';

/** True while this window was handed over: it opens by a passcode only. */
export function asksPasscode(): boolean {
  return localStorage.getItem(STORED_ASKS) !== null;
}

/** True where who uses this window may do what takes at least `least`. What is hidden for it the station refuses too. */
export function useMay(least: Role): boolean {
  return useSession(({ who }) => isAtLeast(who.role, least));
}

/**
 * Finds the key to the station: from the desktop window, from the launch token in the address
 * (which it takes out of the address and exchanges), or from an earlier visit.
 */
export async function openSession(): Promise<void> {
  // A bridge that fails is a desktop window without a station: the same as having no key.
  const connection = await findConnection().catch(() => null);
  useSession.setState({ state: connection === null ? 'none' : 'open', connection, who: storedWho() });
}

/** Why a passcode opened nothing; after too many wrong ones, until when no other is looked at. */
export type PasscodeRefusal =
  | { readonly refused: 'UNAUTHENTICATED' | 'offline' }
  | { readonly refused: 'RATE_LIMITED'; readonly untilMs: number };

/** A session that a passcode opened. */
type Opened = z.infer<(typeof exchangeToken)['reply']>;

/** Opens a session by the passcode; answers why it was refused, or null once it is open. */
export async function openSessionByPasscode(passcode: string): Promise<PasscodeRefusal | null> {
  const opened = await tryPasscode(passcode);
  if ('refused' in opened) return opened;
  takeOver(opened);
  return null;
}

/** What a passcode opens, without making it the session of this window. */
export async function tryPasscode(passcode: string): Promise<Opened | PasscodeRefusal> {
  const answer = await askForSession({ passcode });
  if (answer?.ok === true) {
    const reply = exchangeToken.reply.safeParse(await answer.json().catch(() => null));
    if (reply.success) return reply.data;
  }
  if (answer?.status === 429)
    return {
      refused: 'RATE_LIMITED',
      untilMs: Date.now() + (Number(answer.headers.get('retry-after')) || 60) * 1_000,
    };
  // One that is too short to be one is wrong too.
  const isWrong = answer?.status === 401 || answer?.status === 400;
  return { refused: isWrong ? 'UNAUTHENTICATED' : 'offline' };
}

/** Makes it the session of this window. */
export function takeOver({ token, role, person }: Opened): void {
  const who = whoOf({ role, person });
  localStorage.setItem(STORED_TOKEN, token);
  localStorage.setItem(STORED_WHO, JSON.stringify(who));
  // A technician has his computer back.
  if (role === 'technician') localStorage.removeItem(STORED_ASKS);
  useSession.setState({ state: 'open', connection: { url: '', token }, who });
}

/** Whom a session speaks for. */
export function whoOf({ role, person }: Pick<Opened, 'role' | 'person'>): Who {
  return { role, name: person?.name ?? null };
}

/** How long the desktop window waits before it asks its shell for another key, in ms. */
const ASK_SHELL_AGAIN_MS = 1_000;

/** Forgets a key that the station no longer takes. The desktop window gets itself another, unless it was handed over. */
export function closeSession(): void {
  forget();
  if (window.muster !== undefined && !asksPasscode())
    setTimeout(() => void openSession(), ASK_SHELL_AGAIN_MS);
}

/** Signs out: the station refuses the key from now on. */
export async function signOut(): Promise<void> {
  const key = connection();
  if (key !== null) await endSession(key);
  closeSession();
}

/** The station refuses this key from now on. */
export async function endSession({ url, token }: Connection): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  await fetch(url + signOutOf.path, { method: signOutOf.method, headers }).catch(() => null);
}

/** Hands this window over: from now on it opens by a passcode only, until a technician signs in. */
export async function handOver(): Promise<void> {
  localStorage.setItem(STORED_ASKS, 'yes');
  await signOut();
}

/** The key that an earlier visit left in this browser; null when there is none. */
export function storedToken(): string | null {
  return localStorage.getItem(STORED_TOKEN);
}

/** The key in use; null while there is none. */
export function connection(): Connection | null {
  return useSession.getState().connection;
}

function forget(): void {
  const stored = storedToken();
  // Another window of this browser may have signed in with another key since: that one stays.
  if (stored === null || stored === connection()?.token) {
    letGo();
    localStorage.removeItem(STORED_TOKEN);
    localStorage.removeItem(STORED_WHO);
  }
  useSession.setState({ state: 'none', connection: null, who: NOBODY });
}

async function findConnection(): Promise<Connection | null> {
  const isPersons = localStorage.getItem(STORED_WHO) !== null;
  if (window.muster !== undefined && !asksPasscode() && !isPersons) {
    const { url, token } = await window.muster.connection();
    return { url: url.replace(/\/$/, ''), token };
  }
  const launchToken = takeLaunchToken();
  if (launchToken !== null) {
    const token = await exchange(launchToken);
    if (token !== null) {
      // Who can read the address that the station prints has this computer.
      localStorage.removeItem(STORED_ASKS);
      localStorage.removeItem(STORED_WHO);
      localStorage.setItem(STORED_TOKEN, token);
    }
  }
  const token = storedToken();
  return token === null ? null : { url: '', token };
}

/** Whom the stored key speaks for, as the station said when it gave it. */
function storedWho(): Who {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED_WHO) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return NOBODY;
    const { role, name } = { role: null, name: null, ...stored };
    const known = ROLES.find((each) => each === role);
    return known === undefined ? NOBODY : { role: known, name: typeof name === 'string' ? name : null };
  } catch {
    // Not ours: nobody in particular.
    return NOBODY;
  }
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
