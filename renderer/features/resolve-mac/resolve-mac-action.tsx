import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

const ResolveMacDialog = lazy(async () => ({
  default: (await import('./resolve-mac-dialog.tsx')).ResolveMacDialog,
}));

/** Looks up the MAC addresses of what is selected. */
export function ResolveMacAction({ ids }: { ids: readonly string[] }): React.JSX.Element {
  const { t } = useTranslation('macs');
  // Those that were selected when it was asked for: the selection may change meanwhile.
  const [asked, setAsked] = useState<readonly string[] | null>(null);
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<IconFingerprint className="i s" aria-hidden="true" />}
        onClick={() => setAsked(ids)}
      >
        {t('action')}
      </Button>
      {asked !== null && (
        <Suspense>
          <ResolveMacDialog ids={asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  );
}
