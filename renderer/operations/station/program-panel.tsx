import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { getProgram, type Program, quitProgram } from '../../../shared/contract/operations/program.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { useQuery } from '../../service/use-query.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';

/** The program around the station, in a browser window: quitting it, where that is possible. */
export function ProgramPanel(): React.JSX.Element {
  const { t } = useTranslation('care');
  const { reply } = useQuery<Program>((signal) => call(getProgram, { signal }));
  return reply?.canQuit === true ? <Quit /> : <p className="pad dim">{t('desktop.absent')}</p>;
}

function Quit(): React.JSX.Element {
  const { t } = useTranslation('care');
  const [state, setState] = useState<'running' | 'asking' | 'stopping' | 'over'>('running');
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const quit = async (): Promise<void> => {
    setState('stopping');
    const outcome = await call(quitProgram, {});
    if (isRefused(outcome)) {
      setState('running');
      return setRefusal(outcome);
    }
    setState('over');
    // A window of its own closes; a browser keeps its tab, which then says that Muster has quit.
    window.close();
  };
  if (state === 'over')
    return (
      <p className="pad" role="status">
        {t('program.over')}
      </p>
    );
  return (
    <div className="pad stack">
      <p className="dim">{t('program.text')}</p>
      {refusal !== null && <RefusalNote refusal={refusal} />}
      <div>
        <Button variant="default" loading={state === 'stopping'} onClick={() => setState('asking')}>
          {t('program.quit')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={state === 'asking'}
        title={t('program.ask')}
        text={t('program.consequence')}
        action={t('program.quit')}
        onConfirm={() => void quit()}
        onClose={() => setState('running')}
      />
    </div>
  );
}
