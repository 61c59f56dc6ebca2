import type { z } from 'zod';
import { create } from 'zustand';

import { isAtLeast, ROLES, type Role } from '../../shared/contract/access/roles.ts';
import {
  closeSession as signOutOf,
  openSession as exchangeToken,
} from '../../shared/contract/access/sessions.ts';
import type { MusterBridge } from '../../shared/ipc.ts';
import { unlockClass } from './class-guard.ts';

declare global {
  interface Window {
    /** Present in the desktop window only. */
    readonly muster?: MusterBridge;
  }
}

/** URL and token of the station. `url` has no trailing slash. */
export type Connection = { readonly url: string; readonly token: string };

/** The person of this session; without a name the session has no particular person. */
export type SessionOwner = {
  readonly role: Role;
  readonly name: string | null;
  /** True if the person is limited to some carts. */
  readonly isLimited: boolean;
};

/** `opening` while a token is looked for, `open` with one, `none` if the person has to sign in. */
export type Session = {
  readonly state: 'opening' | 'open' | 'none';
  readonly connection: Connection | null;
  readonly who: SessionOwner;
};

/** This computer's own window, or a program's token: the station itself refuses what they may not do. */
const NO_OWNER: SessionOwner = { role: 'technician', name: null, isLimited: false };

/** The session of this window. */
export const useSession = create<Session>(() => ({ state: 'opening', connection: null, who: NO_OWNER }));

const STORED_TOKEN = 'muster.session';
const STORED_WHO = 'muster.who';
const STORED_PASSCODE_FLAG = 'muster.asksPasscode';

/** Returns true while this window is locked: it opens with a passcode only. */
export function requiresPasscode(): boolean {
  return localStorage.getItem(STORED_PASSCODE_FLAG) !== null;
}

/** Returns true if the person may do what requires at least `least`. The station refuses hidden actions too. */
export function useMay(least: Role): boolean {
  return useSession(({ who }) => isAtLeast(who.role, least));
}

/** Returns true if the person is limited to some carts: the station refuses their requests about all headsets. */
export function useIsLimited(): boolean {
  return useSession(({ who }) => who.isLimited);
}

/**
 * Finds the token: from the desktop window, from the launch token in the URL (which it removes and exchanges), or
 * from an earlier visit.
 */
export async function openSession(): Promise<void> {
  // A failing bridge is a desktop window without a station: the same as no token.
  const connection = await findConnection().catch(() => null);
  useSession.setState({ state: connection === null ? 'none' : 'open', connection, who: storedWho() });
}

/** Why a passcode was refused; after too many wrong ones, until when attempts are blocked. */
export type PasscodeRefusal =
  | { readonly refused: 'UNAUTHENTICATED' | 'offline' }
  | { readonly refused: 'RATE_LIMITED'; readonly untilMs: number };

/** A session opened with a passcode. */
type Opened = z.infer<(typeof exchangeToken)['reply']>;

/** Opens a session with the passcode. Returns why it was refused, or null once it is open. */
export async function openSessionByPasscode(passcode: string): Promise<PasscodeRefusal | null> {
  const opened = await tryPasscode(passcode);
  if ('refused' in opened) return opened;
  startSession(opened);
  return null;
}

/** Returns the session of a passcode, without using it for this window. */
export async function tryPasscode(passcode: string): Promise<Opened | PasscodeRefusal> {
  const answer = await requestSession({ passcode });
  if (answer?.ok === true) {
    const reply = exchangeToken.reply.safeParse(await answer.json().catch(() => null));
    if (reply.success) return reply.data;
  }
  if (answer?.status === 429)
    return {
      refused: 'RATE_LIMITED',
      untilMs: Date.now() + (Number(answer.headers.get('retry-after')) || 60) * 1_000,
    };
  // One that is too short counts as wrong.
  const isWrong = answer?.status === 401 || answer?.status === 400;
  return { refused: isWrong ? 'UNAUTHENTICATED' : 'offline' };
}

/** Uses it as the session of this window. */
export function startSession({ token, ...opened }: Opened): void {
  const who = personOf(opened);
  localStorage.setItem(STORED_TOKEN, token);
  localStorage.setItem(STORED_WHO, JSON.stringify(who));
  // A technician unlocks the computer.
  if (who.role === 'technician') localStorage.removeItem(STORED_PASSCODE_FLAG);
  useSession.setState({ state: 'open', connection: { url: '', token }, who });
}

/** Returns the person of a session. */
export function personOf({ role, person, carts }: Pick<Opened, 'role' | 'person' | 'carts'>): SessionOwner {
  return { role, name: person?.name ?? null, isLimited: carts !== null };
}

/** Delay before the desktop window asks its shell for another token, in ms. */
const SHELL_RETRY_MS = 1_000;

/** Drops a token that the station refuses. The desktop window gets another, unless it is locked. */
export function closeSession(): void {
  clearToken();
  if (window.muster !== undefined && !requiresPasscode())
    setTimeout(() => void openSession(), SHELL_RETRY_MS);
}

/** Signs out: the station refuses the token from now on. */
export async function signOut(): Promise<void> {
  const key = connection();
  if (key !== null) await endSession(key);
  closeSession();
}

/** Ends a session at the station. */
export async function endSession({ url, token }: Connection): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  await fetch(url + signOutOf.path, { method: signOutOf.method, headers }).catch(() => null);
}

/** Locks this window: from now on it opens with a passcode only, until a technician signs in. */
export async function lockToClass(): Promise<void> {
  localStorage.setItem(STORED_PASSCODE_FLAG, 'yes');
  await signOut();
}

/** Returns the token that an earlier visit left in this browser; null if there is none. */
export function storedToken(): string | null {
  return localStorage.getItem(STORED_TOKEN);
}

/** Returns the current token; null if there is none. */
export function connection(): Connection | null {
  return useSession.getState().connection;
}

function clearToken(): void {
  const stored = storedToken();
  // Another window of this browser may have signed in since: its token stays.
  if (stored === null || stored === connection()?.token) {
    unlockClass();
    localStorage.removeItem(STORED_TOKEN);
    localStorage.removeItem(STORED_WHO);
  }
  useSession.setState({ state: 'none', connection: null, who: NO_OWNER });
}

async function findConnection(): Promise<Connection | null> {
  const isPersons = localStorage.getItem(STORED_WHO) !== null;
  if (window.muster !== undefined && !requiresPasscode() && !isPersons) {
    const { url, token } = await window.muster.connection();
    return { url: url.replace(/\/$/, ''), token };
  }
  const launchToken = consumeLaunchToken();
  if (launchToken !== null) {
    const token = await exchange(launchToken);
    if (token !== null) {
      // Anyone who can read the printed URL has access to this computer.
      localStorage.removeItem(STORED_PASSCODE_FLAG);
      localStorage.removeItem(STORED_WHO);
      localStorage.setItem(STORED_TOKEN, token);
    }
  }
  const token = storedToken();
  return token === null ? null : { url: '', token };
}

/** Returns the person of the stored token, as the station reported it. */
function storedWho(): SessionOwner {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED_WHO) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return NO_OWNER;
    const { role, name, isLimited } = { role: null, name: null, isLimited: false, ...stored };
    const known = ROLES.find((each) => each === role);
    if (known === undefined) return NO_OWNER;
    return { role: known, name: typeof name === 'string' ? name : null, isLimited: isLimited === true };
  } catch {
    // Not valid: the session has no particular person.
    return NO_OWNER;
  }
}

/** Removes it from the URL at once: it works only once and must not be copied or stored. */
function consumeLaunchToken(): string | null {
  const fragment = new URLSearchParams(window.location.hash.slice(1));
  const launchToken = fragment.get('launch');
  if (launchToken === null) return null;
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
  return launchToken;
}

/** Returns null if the station refuses it or cannot be reached; an earlier token may still be valid. */
async function exchange(launchToken: string): Promise<string | null> {
  try {
    const answer = await requestSession({ launchToken });
    if (answer === null || !answer.ok) return null;
    const reply = exchangeToken.reply.safeParse(await answer.json());
    return reply.success ? reply.data.token : null;
  } catch {
    // Not JSON: the sign-in screen says what to do.
    return null;
  }
}

/** Returns null if the station cannot be reached. */
async function requestSession(body: object): Promise<Response | null> {
  const { path, method } = exchangeToken;
  const headers = { 'content-type': 'application/json' };
  return fetch(path, { method, headers, body: JSON.stringify(body) }).catch(() => null);
}
