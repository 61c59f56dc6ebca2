import { isAtLeast } from '../../../shared/contract/access/roles.ts';
import { letGo } from '../../service/class-guard.ts';
import {
  connection,
  endSession,
  type PasscodeRefusal,
  takeOver,
  tryPasscode,
  useSession,
  whoOf,
} from '../../service/session.ts';

/**
 * Opens the way out of the class to whom this passcode makes a teacher or more; answers why it was refused, or null once it
 * is open. Who it turns out to be has this window from then on.
 */
export async function proveTeacher(passcode: string): Promise<PasscodeRefusal | null> {
  const opened = await tryPasscode(passcode);
  if ('refused' in opened) return opened;
  const proof = { url: '', token: opened.token };
  const who = whoOf(opened);
  if (!isAtLeast(who.role, 'teacher')) {
    await endSession(proof);
    return { refused: 'UNAUTHENTICATED' };
  }
  letGo();
  const now = useSession.getState().who;
  if (who.role === now.role && who.name === now.name) {
    // The session goes on as it was; the proof was for once.
    void endSession(proof);
    return null;
  }
  const before = connection();
  takeOver(opened);
  if (before !== null) void endSession(before);
  return null;
}
