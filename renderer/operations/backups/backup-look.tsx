import { Button, TextInput } from '@mantine/core';
import { useEffect, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';

import type { BackupView } from '../../../shared/contract/operations/backups.ts';
import { inspectBackup } from '../../../shared/contract/operations/backups.ts';
import { DEFAULT_NAME } from '../../../shared/contract/operations/station.ts';
import { useFigures } from '../../copy/figures.ts';
import { call, type Refusal } from '../../service/api.ts';
import { useReading } from '../../service/use-reading.ts';
import { DialogFoot } from '../../ui/dialogs/dialog-foot.tsx';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { goBackTo, type GoneBack } from './go-back.ts';

type Props = {
  /** Null while closed. */
  backup: BackupView | null;
  onClose: () => void;
  onDone: () => void;
  /** Called with the contents. */
  onSeen: (inside: Inside) => void;
};

/** What a backup contains and what restoring it would lose; with the button to restore it. */
export function BackupLook({ backup, ...rest }: Props): React.JSX.Element {
  const { t } = useTranslation('care');
  const format = useFigures();
  const when = backup === null ? '' : format.moment(Date.parse(backup.createdAt));
  return (
    <Dialog isOpen={backup !== null} onClose={rest.onClose} size="lg" title={t('look.title', { when })}>
      {backup !== null && <Look key={backup.name} name={backup.name} {...rest} />}
    </Dialog>
  );
}

export type Inside = z.infer<typeof inspectBackup.reply>;

function Look({ name, onSeen, ...rest }: Omit<Props, 'backup'> & { name: string }): React.JSX.Element {
  const query = useReading<Inside>((signal) => call(inspectBackup, { params: { backupName: name }, signal }));
  const { reply } = query;
  useEffect(() => {
    if (reply !== null) onSeen(reply);
  }, [reply, onSeen]);
  return (
    <div className="form">
      <ReadingState reading={query} lines={4} />
      {reply !== null && <GoBack inside={reply} {...rest} />}
    </div>
  );
}

type GoBackProps = { inside: Inside; onClose: () => void; onDone: () => void };

function GoBack({ inside, onClose, onDone }: GoBackProps): React.JSX.Element {
  const { t } = useTranslation(['care', 'common']);
  const [typed, setTyped] = useState('');
  const [state, setState] = useState<'asking' | 'working' | GoneBack>('asking');
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const word = t('care:look.word');
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (typed.trim().toLowerCase() !== word) return;
    setState('working');
    const outcome = await goBackTo(inside.name);
    const isTurnedDown = 'refused' in outcome;
    setRefusal(isTurnedDown ? outcome : null);
    setState(isTurnedDown ? 'asking' : outcome);
    onDone();
  };
  if (state !== 'asking') return <Outcome state={state} inside={inside} onClose={onClose} />;
  if (inside.obstacle !== null) return <InTheWay obstacle={inside.obstacle} {...{ inside, onClose }} />;
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
      {refusal !== null && <RefusalNote refusal={refusal} />}
      <DialogFoot cancel={t('common:cancel')} onCancel={onClose}>
        <Button type="submit" variant="outline" color="danger" disabled={typed.trim().toLowerCase() !== word}>
          {t('care:look.submit')}
        </Button>
      </DialogFoot>
    </form>
  );
}

type InTheWayProps = { obstacle: NonNullable<Inside['obstacle']>; inside: Inside; onClose: () => void };

/** Why it cannot be restored, and what to do; shows what could be read anyway. */
function InTheWay({ obstacle, inside, onClose }: InTheWayProps): React.JSX.Element {
  const { t } = useTranslation(['care', 'common']);
  return (
    <div className="form">
      {obstacle !== 'DAMAGED' && <InsideFacts inside={inside} />}
      <div className="note bad" role="alert">
        <StateGlyph state="failed" />
        <div>
          <p>{t(`care:look.obstacle.${obstacle}`)}</p>
          <p>{t('care:look.untouched')}</p>
        </div>
      </div>
      <DialogFoot cancel={t('common:close')} onCancel={onClose} isCancelFocused />
    </div>
  );
}

function InsideFacts({ inside }: { inside: Inside }): React.JSX.Element {
  const { t } = useTranslation(['care', 'shell']);
  const format = useFigures();
  const { devices, enrolled, organisations, lastHeartbeatAt } = inside;
  return (
    <dl className="facts">
      <dt>{t('care:look.organisations')}</dt>
      <dd>
        {format.list(organisations.map((name) => (name === DEFAULT_NAME ? t('shell:thisStation') : name)))}
      </dd>
      <dt>{t('care:look.records')}</dt>
      <dd>{t('care:look.headsets', { count: devices, enrolled })}</dd>
      <dt>{t('care:look.lastSeen')}</dt>
      <dd>
        {lastHeartbeatAt === null ? t('care:look.neverSeen') : format.moment(Date.parse(lastHeartbeatAt))}
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

const TONES = { done: '', late: 'warn', notTaken: 'bad' } as const;
const GLYPHS = { done: 'ready', late: 'queued', notTaken: 'failed' } as const;

type OutcomeProps = {
  state: 'working' | GoneBack;
  inside: Inside;
  onClose: () => void;
};

function Outcome({ state, inside, onClose }: OutcomeProps): React.JSX.Element {
  const { t } = useTranslation(['care', 'common']);
  const format = useFigures();
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
  const when = format.moment(Date.parse(inside.createdAt));
  const { end, keptAs } = state;
  return (
    <>
      <div className={`note ${TONES[end]}`} role="status">
        <StateGlyph state={GLYPHS[end]} />
        <div>
          <p>{t(`care:look.${end}`, { when })}</p>
          {end !== 'notTaken' && <p className="small">{t('care:look.keptAs', { name: keptAs })}</p>}
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
