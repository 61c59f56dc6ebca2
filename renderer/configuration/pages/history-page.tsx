import { Button, Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'wouter';

import '../../ui/styles/pages.css';
import '../editor/configure.css';
import type { Change } from '../../../shared/contract/configuration/history.ts';
import { getChange, listChanges, revertChange } from '../../../shared/contract/configuration/history.ts';
import { useFormat } from '../../copy/format.ts';
import { call, type Refusal } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { usePaged } from '../../service/use-paged.ts';
import { useQuery } from '../../service/use-query.ts';
import { useReturns } from '../../service/event-feed.ts';
import { planEvents } from '../../service/events.ts';
import { DialogFoot } from '../../ui/dialogs/dialog-foot.tsx';
import { MoreOfList } from '../../ui/parts/more-of-list.tsx';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { ChangedRows } from '../../model/labels/changed-rows.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';

import { useAuthorLabels } from '../../model/labels/author-labels.ts';
import { useChangeKinds } from '../../model/labels/change-kinds.ts';
import { PageHead } from '../../ui/page/page-head.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { useRowLabels } from '../../model/labels/row-labels.ts';
import { pageOfMadePlan } from '../../model/fleet/made-plan.ts';

const PAGE = 50;

/** The history of changes by author and time; every change can be undone. */
export function HistoryPage(): React.JSX.Element {
  const [params] = useSearchParams();
  const deviceId = params.get('device');
  return <History key={deviceId} deviceId={deviceId} />;
}

function History({ deviceId }: { deviceId: string | null }): React.JSX.Element {
  const { t } = useTranslation('configure');
  const { query, showMore } = useHistory(deviceId);
  const { reply, refusal } = query;
  const name = useFleet((fleet) => (deviceId === null ? null : (fleet.byId[deviceId]?.label ?? null)));
  const total = reply?.total ?? 0;
  const items = reply?.items ?? null;
  return (
    <div className="page configure fill">
      <PageHead
        crumbs={[
          [t('title'), '/configure'],
          [t('history.title'), null],
        ]}
        title={
          items === null
            ? t('history.title')
            : name === null
              ? t('history.count', { count: total })
              : t('history.countOf', { count: total, name })
        }
        sub={t('history.sub')}
      >
        {deviceId !== null && (
          <Button variant="default" component={Link} href="/configure/history">
            {t('history.all')}
          </Button>
        )}
      </PageHead>
      <div className="page-body">
        {refusal !== null && <RefusalNote refusal={refusal} />}
        {items === null && refusal === null && <Skeleton height={240} />}
        {items?.length === 0 && <p className="dim">{t('history.none')}</p>}
        {items !== null && items.length > 0 && (
          <ol className="panel rows history">
            {items.map((change) => (
              <ChangeLine key={change.id} change={change} />
            ))}
          </ol>
        )}
        {items !== null && items.length < total && <MoreOfList label={t('history.more')} onMore={showMore} />}
      </div>
    </div>
  );
}

/** The changes, the latest first; read again when a change is made or undone, and after a lost connection. */
function useHistory(deviceId: string | null) {
  const [updates, setUpdates] = useState(0);
  const returns = useReturns();
  useEffect(() => planEvents.on(() => setUpdates((count) => count + 1)), []);
  const filter = deviceId === null ? {} : { deviceId };
  return usePaged(
    (page, signal) => call(listChanges, { query: { ...page, ...filter }, signal }),
    ({ id }) => id,
    { limit: PAGE, version: `${updates} ${returns}` },
  );
}

function ChangeLine({ change }: { change: Change }): React.JSX.Element {
  const { t } = useTranslation('configure');
  const format = useFormat();
  const rows = useRowLabels();
  const author = useAuthorLabels();
  const [isOpen, setOpen] = useState(false);
  const undo = useUndoChange(change);
  const kindOf = useChangeKinds();
  const paths = [...new Set(change.paths.map(rows.path))];
  return (
    <li>
      <div className="row">
        <span className="when faint">{format.moment(Date.parse(change.at))}</span>
        <span className="grow">
          <b>{kindOf(change.kind)}</b> {t('history.on', { count: change.devices })}
          <span className="small faint block" title={format.list(paths)}>
            {format.list(paths)} · {author(change.author)}
          </span>
        </span>
        {change.revertedBy !== null && <span className="small dim">{t('history.reverted')}</span>}
        <span className="row tight">
          {change.planId !== null && (
            <Button
              size="compact-sm"
              variant="subtle"
              component={Link}
              href={`/configure/plan/${change.planId}`}
            >
              {t('history.results')}
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('history.details')}
          </Button>
          {change.revertedBy === null && (
            <SmallButton loading={undo.isBusy} onClick={() => void undo.preview('refuse')}>
              {t('run.undo')}
            </SmallButton>
          )}
        </span>
      </div>
      {isOpen && <ChangeDetails id={change.id} />}
      <UndoDialog undo={undo} />
    </li>
  );
}

function ChangeDetails({ id }: { id: string }): React.JSX.Element {
  const { t } = useTranslation('configure');
  const byId = useFleet((fleet) => fleet.byId);
  const format = useFormat();
  const { reply, refusal } = useQuery((signal) => call(getChange, { params: { changeId: id }, signal }));
  if (refusal !== null) return <RefusalNote refusal={refusal} />;
  if (reply === null) return <Skeleton height={80} />;
  return (
    <div className="stack roomy">
      {reply.groups.map((group) => (
        <div key={group.devicesId[0] ?? ''}>
          <p className="small dim">
            {format.list(group.devicesId.slice(0, 12).map((device) => byId[device]?.label ?? device))}
            {group.devicesId.length > 12 && ` ${t('history.others', { count: group.devicesId.length - 12 })}`}
          </p>
          <ChangedRows rows={group.rows} />
        </div>
      ))}
    </div>
  );
}

type Moved = 'refuse' | 'skip' | 'overwrite';

type Undo = {
  readonly isBusy: boolean;
  readonly refusal: Refusal | null;
  /** True if it was refused because headsets changed again since. */
  readonly hasMoved: boolean;
  readonly preview: (moved: Moved) => Promise<void>;
  readonly dismiss: () => void;
};

/** Opens the preview of undoing a change. */
function useUndoChange(change: Change): Undo {
  const [, navigate] = useLocation();
  const { isBusy, refusal, run, refuse } = useAction();
  const [confirmed, setConfirmed] = useState<Moved>('refuse');
  const preview = async (moved: Moved): Promise<void> => {
    setConfirmed(moved);
    const params = { changeId: change.id };
    const reply = await run(call(revertChange, { params, body: { apply: false, moved } }));
    if (reply !== null) navigate(pageOfMadePlan(reply));
  };
  const hasMoved = refusal?.refused === 'CONFLICT' && confirmed === 'refuse';
  return { isBusy, refusal, hasMoved, preview, dismiss: () => refuse(null) };
}

/** Asks only if headsets changed again since, or shows why it cannot be undone. */
function UndoDialog({ undo }: { undo: Undo }): React.JSX.Element {
  const { t } = useTranslation(['configure', 'common']);
  const { isBusy, refusal, hasMoved, preview, dismiss } = undo;
  return (
    <Dialog isOpen={refusal !== null} onClose={dismiss} title={t('configure:revert.title')}>
      <div className="stack wide">
        {hasMoved && <p>{t('configure:revert.moved')}</p>}
        {refusal !== null && !hasMoved && <RefusalNote refusal={refusal} />}
        <DialogFoot
          cancel={t(hasMoved ? 'common:cancel' : 'common:close')}
          onCancel={dismiss}
          isCancelFocused
        >
          {hasMoved && (
            <>
              <Button variant="default" loading={isBusy} onClick={() => void preview('overwrite')}>
                {t('configure:revert.overwrite')}
              </Button>
              <Button loading={isBusy} onClick={() => void preview('skip')}>
                {t('configure:revert.skip')}
              </Button>
            </>
          )}
        </DialogFoot>
      </div>
    </Dialog>
  );
}
