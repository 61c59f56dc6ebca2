import { Button, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';

import type { BackupView } from '../../../shared/contract/backups.ts';
import { contract } from '../../../shared/contract/index.ts';
import { DEFAULT_NAME } from '../../../shared/contract/station.ts';
import { useFigures } from '../../copy/figures.ts';
import { call } from '../../service/api.ts';
import { useReading } from '../../service/use-reading.ts';
import { DialogFoot } from '../../ui/dialog-foot.tsx';
import { StateGlyph } from '../../ui/state-glyph.tsx';
import { Dialog } from '../shell/dialog.tsx';
import { ReadingState } from '../shell/reading-state.tsx';
import { RefusalNote } from '../shell/refusal-note.tsx';
import { goBackTo } from './go-back.ts';

type Props = {
  /** Null while closed. */
  backup: BackupView | null;
  onClose: () => void;
  onDone: () => void;
};

/** What a backup holds and what going back to it would lose; from here it is gone back to. */
export function BackupLook({ backup, onClose, onDone }: Props): React.JSX.Element {
  const { t } = useTranslation('care');
  const figures = useFigures();
  const when = backup === null ? '' : figures.moment(Date.parse(backup.createdAt));
  return (
    <Dialog isOpen={backup !== null} onClose={onClose} size="lg" title={t('look.title', { when })}>
      {backup !== null && <Look key={backup.name} name={backup.name} onClose={onClose} onDone={onDone} />}
    </Dialog>
  );
}

type Inside = z.infer<typeof contract.inspectBackup.reply>;

function Look(props: { name: string; onClose: () => void; onDone: () => void }): React.JSX.Element {
  const reading = useReading<Inside>((signal) =>
    call(contract.inspectBackup, { params: { backupName: props.name }, signal }),
  );
  return (
    <div className="form">
      <ReadingState reading={reading} lines={4} />
      {reading.reply !== null && <GoBack inside={reading.reply} {...props} />}
    </div>
  );
}

type GoBackProps = { inside: Inside; onClose: () => void; onDone: () => void };

function GoBack({ inside, onClose, onDone }: GoBackProps): React.JSX.Element {
  const { t } = useTranslation(['care', 'common']);
  const [typed, setTyped] = useState('');
  const [state, setState] = useState<'asking' | 'working' | Awaited<ReturnType<typeof goBackTo>>>('asking');
  const word = t('care:look.word');
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (typed.trim().toLowerCase() !== word) return;
    setState('working');
    setState(await goBackTo(inside.name));
    onDone();
  };
  if (state !== 'asking') return <Outcome state={state} inside={inside} onClose={onClose} />;
  if (inside.obstacle !== null) {
    return (
      <div className="note bad" role="alert">
        <StateGlyph state="failed" />
        <div>{t(`care:look.obstacle.${inside.obstacle}`)}</div>
      </div>
    );
  }
  return (
    <form className="form" onSubmit={(event) => void submit(event)}>
      <InsideFacts inside={inside} />
      <Losses inside={inside} />
      <TextInput
        data-autofocus
        label={t('care:look.confirm', { word })}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <DialogFoot cancel={t('common:cancel')} onCancel={onClose}>
        <Button type="submit" variant="outline" color="danger" disabled={typed.trim().toLowerCase() !== word}>
          {t('care:look.submit')}
        </Button>
      </DialogFoot>
    </form>
  );
}

function InsideFacts({ inside }: { inside: Inside }): React.JSX.Element {
  const { t } = useTranslation(['care', 'shell']);
  const figures = useFigures();
  const { devices, enrolled, organisations, lastHeartbeatAt } = inside;
  return (
    <dl className="facts">
      <dt>{t('care:look.organisations')}</dt>
      <dd>
        {figures.list(organisations.map((name) => (name === DEFAULT_NAME ? t('shell:thisStation') : name)))}
      </dd>
      <dt>{t('care:look.records')}</dt>
      <dd>{t('care:look.headsets', { count: devices, enrolled })}</dd>
      <dt>{t('care:look.lastSeen')}</dt>
      <dd>
        {lastHeartbeatAt === null ? t('care:look.neverSeen') : figures.moment(Date.parse(lastHeartbeatAt))}
      </dd>
    </dl>
  );
}

function Losses({ inside }: { inside: Inside }): React.JSX.Element {
  const { t } = useTranslation('care');
  const { wouldLose, isMove } = inside;
  return (
    <>
      <div className={wouldLose > 0 || isMove ? 'note warn' : 'note'}>
        <StateGlyph state={wouldLose > 0 || isMove ? 'attention' : 'ready'} />
        <div>
          <p>{wouldLose === 0 ? t('look.losesNone') : t('look.loses', { count: wouldLose })}</p>
          <p>{t(isMove ? 'look.move' : 'look.since')}</p>
        </div>
      </div>
      <p className="small dim">{t('look.keeps')}</p>
    </>
  );
}

type OutcomeProps = {
  state: 'working' | Awaited<ReturnType<typeof goBackTo>>;
  inside: Inside;
  onClose: () => void;
};

function Outcome({ state, inside, onClose }: OutcomeProps): React.JSX.Element {
  const { t } = useTranslation(['care', 'common']);
  const figures = useFigures();
  if (state === 'working') {
    return (
      <div className="note" role="status" aria-busy="true">
        <StateGlyph state="queued" />
        <div>
          <b>{t('care:look.working')}</b> {t('care:look.workingText')}
        </div>
      </div>
    );
  }
  if ('refused' in state) return <RefusalNote refusal={state} />;
  const when = figures.moment(Date.parse(inside.createdAt));
  return (
    <>
      <div className={state.isLate ? 'note warn' : 'note'} role="status">
        <StateGlyph state={state.isLate ? 'queued' : 'ready'} />
        <div>
          <p>{state.isLate ? t('care:look.late') : t('care:look.done', { when })}</p>
          <p className="small">{t('care:look.keptAs', { name: state.keptAs })}</p>
        </div>
      </div>
      <div className="form-foot">
        <Button data-autofocus onClick={onClose}>
          {t('common:close')}
        </Button>
      </div>
    </>
  );
}
