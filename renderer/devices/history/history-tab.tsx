import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import {
  getChange,
  listChanges,
  revertChange,
  type Change,
} from '../../../shared/contract/configuration/history.ts';
import { useFormat } from '../../copy/format.ts';
import { call, type Refusal } from '../../service/api.ts';
import { useMay } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { useQuery } from '../../service/use-query.ts';
import { DialogFoot } from '../../ui/dialogs/dialog-foot.tsx';
import { useAuthorLabels } from '../../model/labels/author-labels.ts';
import { useChangeKinds } from '../../model/labels/change-kinds.ts';
import { useRowLabels } from '../../model/labels/row-labels.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { ChangedRows } from '../../model/labels/changed-rows.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { useAgain } from '../record/use-record.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';

/** Number of changes loaded; the whole history has its own screen. */
const SHOWN = 100;

/** Changes on this headset, by whom, with undo. */
export function HistoryTab({ id, updates }: { id: string; updates: number }): React.JSX.Element {
  const { t } = useTranslation('headset');
  const query = useAgain(
    useQuery((signal) => call(listChanges, { query: { deviceId: id, limit: String(SHOWN) }, signal })),
    updates,
  );
  const isTechnician = useMay('technician');
  const { reply } = query;
  return (
    <section className="panel">
      <header>
        <h2>{t('history.title')}</h2>
        <span className="faint small">{t('history.kept')}</span>
        {isTechnician && (
          <Link href={`/configure/history?device=${id}`} className="end plain-link small">
            {t('history.whole')}
          </Link>
        )}
      </header>
      <ReadingState query={query} />
      {reply?.items.length === 0 && <p className="in dim">{t('history.none')}</p>}
      <ol className="rows">
        {reply?.items.map((change) => (
          <ChangeLine key={change.id} id={id} change={change} onUndone={() => void query.reload()} />
        ))}
      </ol>
      {reply !== null && reply.total > SHOWN && <p className="in small dim">{t('history.more')}</p>}
    </section>
  );
}

type LineProps = { id: string; change: Change; onUndone: () => void };

function ChangeLine({ id, change, onUndone }: LineProps): React.JSX.Element {
  const { t } = useTranslation('headset');
  const format = useFormat();
  const rows = useRowLabels();
  const [isOpen, setOpen] = useState(false);
  const isTechnician = useMay('technician');
  const undo = useUndo(id, change, onUndone);
  const kindOf = useChangeKinds();
  const author = useAuthorLabels();
  const paths = [...new Set(change.paths.map(rows.path))];
  return (
    <li className="row top">
      <span className="when faint">{format.moment(Date.parse(change.at))}</span>
      <span className="grow">
        <b>{kindOf(change.kind)}</b>{' '}
        {change.devices > 1 && (
          <span className="dim">{t('history.with', { count: change.devices - 1 })}</span>
        )}
        <span className="small faint block breaks">
          {format.list(paths)} · {author(change.author)}
        </span>
        {isOpen && <Details id={id} changeId={change.id} />}
        {undo.planId !== null && (
          <span className="small s-ready block breaks" role="status">
            {t('history.undone')}{' '}
            <Link href={`/configure/plan/${undo.planId}`} className="plain-link">
              {t('history.result')}
            </Link>
          </span>
        )}
        {undo.refusal !== null && !undo.hasMoved && <RefusalNote refusal={undo.refusal} />}
      </span>
      {change.revertedBy !== null && <span className="small dim">{t('history.undoneSince')}</span>}
      <Button size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('history.details')}
      </Button>
      {isTechnician && (
        <SmallButton loading={undo.isBusy} onClick={() => void undo.run('refuse')}>
          {t('history.undo')}
        </SmallButton>
      )}
      <MovedDialog undo={undo} />
    </li>
  );
}

type Undo = {
  readonly isBusy: boolean;
  readonly refusal: Refusal | null;
  /** It changed again since: a person decides. */
  readonly hasMoved: boolean;
  readonly planId: string | null;
  readonly run: (moved: 'refuse' | 'overwrite') => Promise<void>;
  readonly dismiss: () => void;
};

/** Undoes a change on this headset only, at once: the undo can itself be undone. */
function useUndo(id: string, change: Change, onUndone: () => void): Undo {
  const { isBusy, refusal, run: send, refuse } = useAction();
  const [planId, setPlanId] = useState<string | null>(null);
  const run = async (moved: 'refuse' | 'overwrite'): Promise<void> => {
    const done = await send(
      call(revertChange, {
        params: { changeId: change.id },
        body: { devicesId: [id], moved, apply: true },
      }),
    );
    if (done === null) return;
    setPlanId(done.id);
    onUndone();
  };
  const hasMoved = refusal?.refused === 'CONFLICT';
  return { isBusy, refusal, hasMoved, planId, run, dismiss: () => refuse(null) };
}

function MovedDialog({ undo }: { undo: Undo }): React.JSX.Element {
  const { t } = useTranslation('headset');
  return (
    <Dialog isOpen={undo.hasMoved} onClose={undo.dismiss} title={t('history.movedTitle')}>
      <div className="form">
        <p className="dim">{t('history.moved')}</p>
        <DialogFoot onCancel={undo.dismiss} isCancelFocused>
          <Button loading={undo.isBusy} onClick={() => void undo.run('overwrite')}>
            {t('history.overwrite')}
          </Button>
        </DialogFoot>
      </div>
    </Dialog>
  );
}

/** The values before and after, on this headset. */
function Details({ id, changeId }: { id: string; changeId: string }): React.JSX.Element {
  const query = useQuery((signal) => call(getChange, { params: { changeId }, signal }));
  if (query.reply === null)
    return query.refusal === null ? <Skeleton height={40} /> : <RefusalNote refusal={query.refusal} />;
  const rows = query.reply.groups
    .filter(({ devicesId }) => devicesId.includes(id))
    .flatMap((group) => group.rows);
  return <ChangedRows rows={rows} />;
}
