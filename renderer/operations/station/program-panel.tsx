import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { ErrorCode } from '../../../shared/contract/errors.ts';
import {
  checkForUpdates,
  getProgram,
  getUpdates,
  installUpdate,
  type Program,
  quitProgram,
  setUpdates,
} from '../../../shared/contract/operations/program.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { call, isRefused, type Outcome, type Refusal } from '../../service/api.ts';
import { useQuery } from '../../service/use-query.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { type UpdateSource, UpdatesPanel } from './updates-panel.tsx';

/** The program around the station, in a browser window: quitting it, where that is possible. */
export function ProgramPanel(): React.JSX.Element {
  const { t } = useTranslation('care');
  const { reply } = useQuery<Program>((signal) => call(getProgram, { signal }));
  if (reply === null) return <p className="pad dim">{t('desktop.absent')}</p>;
  const { canQuit, updates } = reply;
  return (
    <>
      {canQuit && <Quit />}
      {updates === 'here' && <UpdatesPanel source={overHttp} back={t('program.back')} />}
      {updates === 'package' && <p className="pad dim">{t('program.package')}</p>}
      {!canQuit && updates === 'elsewhere' && <p className="pad dim">{t('desktop.absent')}</p>}
    </>
  );
}

/** The version of the page, from its first answer. */
let pageVersion: string | undefined;

/** Updates of a portable copy. A request that is refused or not answered rejects. */
const overHttp: UpdateSource = {
  async updates() {
    const { version } = replyOf(await call(getProgram, {}));
    pageVersion ??= version;
    // The new version has other files for its pages.
    if (version !== pageVersion) window.location.reload();
    return replyOf(await call(getUpdates, {}));
  },
  setUpdates: async (body) => replyOf(await call(setUpdates, { body })),
  checkForUpdates: async () => replyOf(await call(checkForUpdates, {})),
  installUpdate: async () => replyOf(await call(installUpdate, {})),
};

function replyOf<Reply>(outcome: Outcome<Reply, ErrorCode>): Reply {
  if (isRefused(outcome)) throw new Error(outcome.refused);
  return outcome.reply;
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
