import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';

import { lazyPart } from '../../copy/lazy-worded.ts';
import '../../ui/parts/lone-page.css';
import { requiresPasscode } from '../../service/session.ts';
import { EmptyState } from '../../ui/parts/empty-state.tsx';
import { MusterMark } from '../../ui/parts/muster-mark.tsx';
import { isLoopback } from '../../model/station/station-address.ts';

// Only browsers over the network see it, and its field needs styles that the first screen does not.
const PasscodeForm = lazyPart(async () => {
  const [{ PasscodeForm: form }] = await Promise.all([
    import('../../model/notes/passcode-form.tsx'),
    import('../../ui/styles/all-styles.ts'),
  ]);
  return form;
});

/** A window without a session: how to sign in, or that a session is being opened. */
export function NoKeyPage({ isOpening }: { isOpening: boolean }): React.JSX.Element {
  const { t } = useTranslation('shell');
  // Over the network the pages are served only while a passcode is set, and always encrypted.
  const { protocol, hostname } = window.location;
  const isRemote =
    requiresPasscode() || (window.muster === undefined && (protocol === 'https:' || !isLoopback(hostname)));
  return (
    <main className="lone-page stack wide" aria-busy={isOpening}>
      <div className="brand">
        <MusterMark />
        <span>Muster</span>
      </div>
      {isOpening ? (
        <>
          <h1 className="sr">{t('noKey.opening')}</h1>
          <Skeleton height={24} width={280} />
          <Skeleton height={16} width={360} />
        </>
      ) : isRemote ? (
        <EmptyState title={t('passcode.title')} text={t('passcode.intro')}>
          <Suspense>
            <PasscodeForm />
          </Suspense>
        </EmptyState>
      ) : (
        <EmptyState title={t('noKey.title')} text={t('noKey.text')}>
          <a href="/docs">{t('noKey.docs')}</a>
        </EmptyState>
      )}
    </main>
  );
}
