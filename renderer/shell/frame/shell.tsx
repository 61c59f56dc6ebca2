import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Redirect, useLocation } from 'wouter';

import { lazyPart } from '../../copy/lazy-worded.ts';
import './shell.css';
import { isLockedToClass } from '../../service/class-guard.ts';
import { useMay, useSession } from '../../service/session.ts';
import { CutOffBanner } from '../../model/notes/cut-off-banner.tsx';
import { previewOfLastChange } from '../../model/fleet/undo-last.ts';
import { SearchOverlay } from '../search/search-overlay.tsx';
import { useFocusReturn } from '../../ui/dialogs/focus-return.ts';
import { useShortcuts } from '../../ui/parts/shortcuts.ts';
import { Side } from './side.tsx';
import { useStrayDrops } from './use-stray-drops.ts';

const KeysOverlay = lazyPart(async () => (await import('./keys-overlay.tsx')).KeysOverlay);

/** After a shortcut to another screen, what had the focus is gone: the keyboard then begins at the content. */
function useFocusOfScreen(path: string): void {
  useEffect(() => {
    if (document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true });
  }, [path]);
}

/** The frame around every screen: side bar, offline banner, search and shortcuts. */
export function Shell({ children }: { children: React.ReactNode }): React.JSX.Element {
  const { t } = useTranslation('shell');
  const [path, navigate] = useLocation();
  const isTechnician = useMay('technician');
  const isTeacher = useSession(({ who }) => who.role === 'teacher');
  const [overlay, setOverlay] = useState<'search' | 'keys' | null>(null);
  const close = (): void => setOverlay(null);
  useStrayDrops();
  useFocusOfScreen(path);
  useFocusReturn();

  useShortcuts({
    'ctrl k': () => setOverlay('search'),
    '?': () => setOverlay('keys'),
    'g f': () => navigate('/fleet'),
    'g l': () => navigate('/class'),
    'g a': () => navigate('/statistics'),
    ...(isTeacher ? {} : { 'g o': () => navigate('/content') }),
    ...(isTechnician
      ? {
          'g e': () => navigate('/enrol'),
          'g c': () => navigate('/configure'),
          'g s': () => navigate('/sync'),
          'g t': () => navigate('/station'),
          'ctrl z': () => void previewOfLastChange().then(navigate),
        }
      : {}),
  });

  // A pupil with the teacher's tablet cannot leave the class.
  if (path !== '/class' && isLockedToClass()) return <Redirect to="/class" replace />;
  // Class uses the whole window, and has its own exit.
  if (path === '/class') {
    return (
      <main className="main class-main" id="content" tabIndex={-1}>
        {children}
      </main>
    );
  }
  return (
    <div className="app">
      <a className="skip" href="#content">
        {t('skip')}
      </a>
      <Side onSearch={() => setOverlay('search')} />
      <main className="main" id="content" tabIndex={-1}>
        {children}
        <CutOffBanner />
      </main>
      {overlay === 'search' && <SearchOverlay onClose={close} onKeys={() => setOverlay('keys')} />}
      <Suspense>{overlay === 'keys' && <KeysOverlay isOpen onClose={close} />}</Suspense>
    </div>
  );
}
