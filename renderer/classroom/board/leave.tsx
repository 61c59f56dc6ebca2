import { Button } from '@mantine/core';
import { IconDoorExit, IconLock } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';

import { lockToClass, unlockClass } from '../../service/class-guard.ts';
import {
  signOut,
  useSession,
  connection,
  endSession,
  type PasscodeRefusal,
  startSession,
  tryPasscode,
  personOf,
} from '../../service/session.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { PasscodeForm } from '../../model/notes/passcode-form.tsx';
import { isAtLeast } from '../../../shared/contract/access/roles.ts';

/** The exit of the class: for a teacher with the passcode, because pupils are within reach; for others a link. */
export function Leave(): React.JSX.Element {
  const { t } = useTranslation('class');
  const isTeacher = useSession(({ who }) => who.role === 'teacher');
  if (isTeacher) return <LeaveByPasscode />;
  return (
    <Link href="/fleet" className="big-btn quiet" aria-label={t('leave.title')}>
      <IconDoorExit aria-hidden="true" />
      <span className="leave-word">{t('leave.short')}</span>
    </Link>
  );
}

function LeaveByPasscode(): React.JSX.Element {
  const { t } = useTranslation(['class', 'shell']);
  const [, navigate] = useLocation();
  const [isConfirming, setConfirming] = useState(false);
  useEffect(lockToClass, []);
  return (
    <>
      <button
        type="button"
        className="big-btn quiet"
        aria-label={t('class:leave.title')}
        onClick={() => setConfirming(true)}
      >
        <IconLock aria-hidden="true" />
        <span className="leave-word">{t('class:leave.short')}</span>
      </button>
      <Dialog isOpen={isConfirming} onClose={() => setConfirming(false)} title={t('class:leave.title')}>
        <div className="class-leave">
          <PasscodeForm
            text={t('class:leave.text')}
            action={t('class:leave.action')}
            onPasscode={async (passcode) => {
              const refused = await proveTeacher(passcode);
              if (refused === null) navigate('/fleet');
              return refused;
            }}
          >
            {/* Without the passcode again nobody comes in: that way out is open to all. */}
            <Button variant="default" onClick={() => void signOut()}>
              {t('shell:role.signOut')}
            </Button>
          </PasscodeForm>
        </div>
      </Dialog>
    </>
  );
}

/**
 * Unlocks the exit of the class with the passcode of a teacher or technician. Returns why it was refused, or null
 * once unlocked. The window is then signed in as that person.
 */
async function proveTeacher(passcode: string): Promise<PasscodeRefusal | null> {
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
