import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';

import { blockedBy } from '../../ui/why/why.ts';
import type { LibraryEntryView } from '../../../shared/contract/content/library.ts';
import { useFormat } from '../../copy/format.ts';
import type { Refusal } from '../../service/api.ts';
import { useQuery } from '../../service/use-query.ts';
import { DialogFoot } from '../../ui/dialogs/dialog-foot.tsx';
import { offerUndo } from '../../ui/dialogs/toasts.tsx';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { stationReach } from '../../model/station/station-address.ts';
import { useCountLabel } from '../../model/fleet/count-label.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { previewOfLastChange } from '../../model/fleet/undo-last.ts';
import { useStation } from '../../model/station/station-facts.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { assign, readParts, type Assigned, type Parts } from './assign.ts';
import { AssignSpace } from './assign-space.tsx';
import { nameOfItem } from '../../model/content/library.ts';
import { NewerInstalled } from '../coverage/newer-installed.tsx';
import { readSpace, type SpaceEstimate } from './space.ts';
import { ScopeSelect } from '../frame/scope-select.tsx';
import { useScopes } from '../frame/scopes.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';

/** More names would push the buttons out of view. */
const MAX_NAMES = 12;
/** Interval of updates while the dialog is open, in ms, because headsets keep reporting. */
const CHECK_INTERVAL_MS = 10_000;

type Props = {
  /** Null while closed. */
  item: LibraryEntryView | null;
  onClose: () => void;
  onAssigned: () => void;
};

/** Assigns an item to headsets, after checking whether each has space for it. */
export function AssignDialog({ item, onClose, onAssigned }: Props): React.JSX.Element {
  const { t } = useTranslation(['content', 'common']);
  return (
    <Dialog
      isOpen={item !== null}
      onClose={onClose}
      size="lg"
      title={t('content:assign.title', { name: item === null ? '' : nameOfItem(item) })}
    >
      {item !== null && <Assigning key={item.sha256} item={item} onClose={onClose} onAssigned={onAssigned} />}
    </Dialog>
  );
}

type AssigningProps = Omit<Props, 'item'> & { item: LibraryEntryView };

function Assigning({ item, ...rest }: AssigningProps): React.JSX.Element {
  const { t } = useTranslation('content');
  const scopes = useScopes();
  const [value, setValue] = useState(scopes[0]?.value ?? 'all');
  const all = scopes.find((scope) => scope.value === value)?.ids ?? [];
  return (
    <div className="form">
      <ScopeSelect scopes={scopes} value={value} label={t('assign.to')} onChange={setValue} />
      <NewerInstalled item={item} />
      <ToScope key={value} item={item} all={all} {...rest} />
    </div>
  );
}

/** What is assigned together, and whether it fits on each headset. */
type Estimates = { readonly parts: Parts; readonly space: SpaceEstimate };

async function check(
  item: LibraryEntryView,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<{ reply: Estimates } | Refusal> {
  const parts = await readParts(item, signal);
  if ('refused' in parts) return parts;
  const { obb } = parts.reply;
  const space = await readSpace([item.sha256, ...(obb === null ? [] : [obb.sha256])], ids, signal);
  return 'refused' in space ? space : { reply: { parts: parts.reply, space: space.reply } };
}

function ToScope({
  item,
  all,
  onClose,
  onAssigned,
}: AssigningProps & { all: readonly string[] }): React.JSX.Element {
  const { t } = useTranslation(['content', 'common']);
  const countLabel = useCountLabel();
  const [, navigate] = useLocation();
  const [isSkipped, setIsSkipped] = useState(true);
  const [done, setDone] = useState<number | null>(null);
  const [result, setResult] = useState<Assigned | null>(null);
  const isRunning = done !== null && result === null;
  const query = useQuery<Estimates>((signal) => check(item, all, signal), CHECK_INTERVAL_MS);
  const { reply } = query;
  const ids = isSkipped && reply !== null ? without(all, reply.space) : all;

  const run = async (parts: Parts): Promise<void> => {
    setDone(0);
    setResult(null);
    const reach = stationReach(useStation.getState().addresses);
    const origin = reach.kind === 'lan' ? reach.url : null;
    const assigned = await assign({ ...parts, ids, origin, onEach: setDone });
    setResult(assigned);
    onAssigned();
    if (assigned.failed.length > 0) return;
    onClose();
    offerUndo({
      text: t('content:assign.done', { name: nameOfItem(item), count: assigned.done }),
      undoLabel: t('content:unassign.undo'),
      undo: () => void previewOfLastChange().then(navigate),
    });
  };

  return (
    <>
      <ReadingState query={query} lines={2} />
      {reply !== null && (
        <AssignSpace space={reply.space} total={all.length} isSkipped={isSkipped} onSkip={setIsSkipped} />
      )}
      {isRunning && <Progressing done={done} total={ids.length} />}
      {result !== null && <Failed result={result} />}
      <DialogFoot cancel={t(result === null ? 'common:cancel' : 'common:close')} onCancel={onClose}>
        <Button
          loading={isRunning || (reply === null && ids.length > 0)}
          {...blockedBy(ids.length === 0 && t('common:why.noHeadsets'))}
          onClick={() => reply !== null && void run(reply.parts)}
        >
          {t('content:assign.submit', { what: countLabel(ids) })}
        </Button>
      </DialogFoot>
    </>
  );
}

function without(ids: readonly string[], { short }: SpaceEstimate): readonly string[] {
  const left = new Set(short.map(({ deviceId }) => deviceId));
  return ids.filter((id) => !left.has(id));
}

function Progressing({ done, total }: { done: number; total: number }): React.JSX.Element {
  const { t } = useTranslation('content');
  return (
    <div role="status">
      <Progress
        value={(done / Math.max(1, total)) * 100}
        aria-label={t('assign.progress', { done, total })}
      />
      <p className="small dim">{t('assign.progress', { done, total })}</p>
    </div>
  );
}

function Failed({ result }: { result: Assigned }): React.JSX.Element {
  const { t } = useTranslation(['content', 'errors', 'common']);
  const format = useFormat();
  const byId = useFleet((fleet) => fleet.byId);
  const byCode = Map.groupBy(result.failed, ({ refusal }) => refusal.refused);
  return (
    <div className="note bad" role="alert">
      <StateGlyph state="failed" />
      <div>
        <b>{t('content:assign.failed', { count: result.failed.length, done: result.done })}</b>
        {[...byCode].map(([code, failed]) => (
          <p key={code}>
            {format.list(failed.slice(0, MAX_NAMES).map(({ id }) => byId[id]?.label ?? t('common:unnamed')))}:{' '}
            {t(`errors:${code}.what`)} <span className="mono small faint">{code}</span>
          </p>
        ))}
      </div>
    </div>
  );
}
