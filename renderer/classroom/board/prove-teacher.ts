import { isAtLeast } from '../../../shared/contract/access/roles.ts';
import { unlockClass } from '../../service/class-guard.ts';
import {
  connection,
  endSession,
  type PasscodeRefusal,
  startSession,
  tryPasscode,
  useSession,
  personOf,
} from '../../service/session.ts';

/**
 * Unlocks the exit of the class with the passcode of a teacher or technician. Returns why it was refused, or null
 * once unlocked. The window is then signed in as that person.
 */
export async function proveTeacher(passcode: string): Promise<PasscodeRefusal | null> {
  const opened = await tryPasscode(passcode);
  if ('refused' in opened) return opened;
  const proof = { url: '', token: opened.token };
  const who = personOf(opened);
  if (!isAtLeast(who.role, 'teacher')) {
    await endSession(proof);
    return { refused: 'UNAUTHENTICATED' };
  }
  unlockClass();
  const now = useSession.getState().who;
  if (who.role === now.role && who.name === now.name && who.isLimited === now.isLimited) {
    // The session continues; the proof was for one use.
    void endSession(proof);
    return null;
  }
  const before = connection();
  startSession(opened);
  if (before !== null) void endSession(before);
  return null;
}
