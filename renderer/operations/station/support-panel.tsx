import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { getDiagnostics } from '../../../shared/contract/operations/diagnostics.ts';
import type { Refusal } from '../../service/api.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { saveBytes } from '../backups/save-bytes.ts';

/** The support bundle for remote help. */
export function SupportPanel(): React.JSX.Element {
  const { t } = useTranslation('care');
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const save = async (): Promise<void> => {
    const day = new Date().toISOString().slice(0, 10);
    setRefusal(await saveBytes(getDiagnostics.path, `muster-support-${day}.json`));
  };
  return (
    <section className="panel">
      <header>
        <h2>{t('computer.support')}</h2>
      </header>
      <div className="pad stack">
        <p className="dim">{t('computer.supportText')}</p>
        {refusal !== null && <RefusalNote refusal={refusal} />}
        <div>
          <Button variant="default" onClick={() => void save()}>
            {t('computer.bundle')}
          </Button>
        </div>
      </div>
    </section>
  );
}
