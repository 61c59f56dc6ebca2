import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';

import { Form } from '../../ui/parts/form.tsx';
import { inspectBackup } from '../../../shared/contract/operations/backups.ts';
import { DEFAULT_NAME } from '../../../shared/contract/operations/station.ts';
import { useFormat } from '../../copy/format.ts';
import { call, type Refusal } from '../../service/api.ts';
import { useQuery } from '../../service/use-query.ts';
import { DialogFoot } from '../../ui/dialogs/dialog-foot.tsx';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { Fact } from '../../ui/page/fact.tsx';
import { FormFoot } from '../../model/notes/form-foot.tsx';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { restoreBackupNamed, type Restored } from './restore.ts';
import { typed } from '../../ui/controls/field-props.ts';

export type Inside = z.infer<typeof inspectBackup.reply>;

type Props = {
  /** Of the backup. */
  name: string;
  onClose: () => void;
  onDone: () => void;
  /** Called with the contents. */
  onInspected: (inside: Inside) => void;
};

/** Shows the contents of a backup and what restoring it would lose, with the button to restore it. */
export function BackupInspection({ name, onInspected, ...rest }: Props): React.JSX.Element {
  const query = useQuery<Inside>((signal) => call(inspectBackup, { params: { backupName: name }, signal }));
  const { reply } = query;
  useEffect(() => {
    if (reply !== null) onInspected(reply);
  }, [reply, onInspected]);
  return (
    <div className="form">
      <ReadingState query={query} lines={4} />
      {reply !== null && <RestoreForm inside={reply} {...rest} />}
    </div>
  );
}

type RestoreProps = { inside: Inside; onClose: () => void; onDone: () => void };

function RestoreForm({ inside, onClose, onDone }: RestoreProps): React.JSX.Element {
  const { t } = useTranslation(['care', 'common']);
  const [answer, setAnswer] = useState('');
  const [state, setState] = useState<'asking' | 'working' | Restored>('asking');
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const word = t('care:inspect.word');
  const submit = async (): Promise<void> => {
    if (answer.trim().toLowerCase() !== word) return;
    setState('working');
    const outcome = await restoreBackupNamed(inside.name);
    const isRefused = 'refused' in outcome;
    setRefusal(isRefused ? outcome : null);
    setState(isRefused ? 'asking' : outcome);
    onDone();
  };
  if (state !== 'asking') return <Outcome state={state} inside={inside} onClose={onClose} />;
  if (inside.obstacle !== null) return <Obstacle obstacle={inside.obstacle} {...{ inside, onClose }} />;
  return (
    <Form className="form" onSubmit={submit}>
      <InsideFacts inside={inside} />
      <Losses inside={inside} />
      <TextInput
        data-autofocus
        label={t('care:inspect.confirm', { word })}
        autoComplete="off"
        {...typed(answer, setAnswer)}
      />
      <FormFoot
        action={t('care:inspect.submit')}
        variant="outline"
        color="danger"
        missing={answer.trim().toLowerCase() !== word && t('common:need.word', { word })}
        refusal={refusal}
        onCancel={onClose}
      />
    </Form>
  );
}

type ObstacleProps = { obstacle: NonNullable<Inside['obstacle']>; inside: Inside; onClose: () => void };

/** The reason why it cannot be restored, and what to do; shows the readable parts anyway. */
function Obstacle({ obstacle, inside, onClose }: ObstacleProps): React.JSX.Element {
  const { t } = useTranslation(['care', 'common']);
  return (
    <div className="form">
      {obstacle !== 'DAMAGED' && <InsideFacts inside={inside} />}
      <div className="note bad" role="alert">
        <StateGlyph state="failed" />
        <div>
          <p>{t(`care:inspect.obstacle.${obstacle}`)}</p>
          <p>{t('care:inspect.untouched')}</p>
        </div>
      </div>
      <DialogFoot cancel={t('common:close')} onCancel={onClose} isCancelFocused />
    </div>
  );
}

function InsideFacts({ inside }: { inside: Inside }): React.JSX.Element {
  const { t } = useTranslation(['care', 'shell']);
  const format = useFormat();
  const { devices, enrolled, organisations, lastHeartbeatAt } = inside;
  return (
    <dl className="facts">
      <Fact name={t('care:inspect.organisations')}>
        {format.list(organisations.map((name) => (name === DEFAULT_NAME ? t('shell:thisStation') : name)))}
      </Fact>
      <Fact name={t('care:inspect.records')}>{t('care:inspect.headsets', { count: devices, enrolled })}</Fact>
      <Fact name={t('care:inspect.lastSeen')}>
        {lastHeartbeatAt === null ? t('care:inspect.neverSeen') : format.moment(Date.parse(lastHeartbeatAt))}
      </Fact>
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
          <p>{wouldLose === 0 ? t('inspect.losesNone') : t('inspect.loses', { count: wouldLose })}</p>
          <p>{t(isMove ? 'inspect.move' : 'inspect.since')}</p>
        </div>
      </div>
      <p className="small dim">{t('inspect.keeps')}</p>
    </>
  );
}

const TONES = { done: '', late: 'warn', failed: 'bad' } as const;
const GLYPHS = { done: 'ready', late: 'queued', failed: 'failed' } as const;

type OutcomeProps = {
  state: 'working' | Restored;
  inside: Inside;
  onClose: () => void;
};

function Outcome({ state, inside, onClose }: OutcomeProps): React.JSX.Element {
  const { t } = useTranslation(['care', 'common']);
  const format = useFormat();
  if (state === 'working') {
    return (
      <div className="note" role="status" aria-busy="true">
        <StateGlyph state="queued" />
        <div>
          <b>{t('care:inspect.working')}</b> {t('care:inspect.workingText')}
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
          <p>{t(`care:inspect.${end}`, { when })}</p>
          {end !== 'failed' && <p className="small">{t('care:inspect.keptAs', { name: keptAs })}</p>}
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
