import { Button, Modal, Progress } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { LibraryEntryView, LibraryItemView } from '../../../shared/contract/library.ts';
import { useFigures } from '../../copy/figures.ts';
import type { Refusal } from '../../service/api.ts';
import { useReading } from '../../service/use-reading.ts';
import { DialogFoot } from '../../ui/dialog-foot.tsx';
import { StateGlyph } from '../../ui/state-glyph.tsx';
import { stationReach } from '../enrol/station-address.ts';
import { useFleet } from '../fleet/fleet-store.ts';
import { RefusalNote } from '../shell/refusal-note.tsx';
import { useStation } from '../shell/station-facts.ts';
import { ReadingState } from '../shell/reading-state.tsx';
import { assign, readParts, roomOn, type Assigned, type Parts, type Room } from './assign.ts';
import { AssignRoom } from './assign-room.tsx';
import { nameOfItem } from './library.ts';
import { ScopeSelect } from './scope-select.tsx';
import { useScopes } from './scopes.ts';
import { useCoverage } from './use-coverage.ts';

/** More names than this would push the buttons out of sight. */
const MOST_NAMES = 12;

type Props = {
  /** Null while closed. */
  item: LibraryEntryView | null;
  onClose: () => void;
  onAssigned: () => void;
};

/** Gives an item to headsets, after looking whether each has room for it. */
export function AssignDialog({ item, onClose, onAssigned }: Props): React.JSX.Element {
  const { t } = useTranslation(['content', 'common']);
  return (
    <Modal
      opened={item !== null}
      onClose={onClose}
      size="lg"
      title={t('content:assign.title', { name: item === null ? '' : nameOfItem(item) })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {item !== null && <Assigning key={item.sha256} item={item} onClose={onClose} onAssigned={onAssigned} />}
    </Modal>
  );
}

function Assigning({
  item,
  onClose,
  onAssigned,
}: Omit<Props, 'item'> & { item: LibraryEntryView }): React.JSX.Element {
  const { t } = useTranslation(['content', 'common']);
  const scopes = useScopes();
  const [value, setValue] = useState(scopes[0]?.value ?? 'all');
  const [isLeftOut, setLeftOut] = useState(true);
  const [done, setDone] = useState<number | null>(null);
  const [result, setResult] = useState<Assigned | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const parts = useReading<Parts>((signal) => readParts(item, signal));
  const all = scopes.find((scope) => scope.value === value)?.ids ?? [];
  const room = useRoom(item, parts.reply?.obb ?? null, all);
  const ids = isLeftOut ? without(all, room) : all;
  const isRunning = done !== null && result === null && refusal === null;

  const run = async (): Promise<void> => {
    if (parts.reply === null) return;
    setDone(0);
    setRefusal(null);
    const reach = stationReach(useStation.getState().addresses);
    const origin = reach.kind === 'lan' ? reach.url : null;
    const assigned = await assign({ ...parts.reply, ids, origin, onEach: setDone });
    setResult(assigned);
    onAssigned();
    if (assigned.failed.length === 0) onClose();
  };

  return (
    <div className="form">
      <ScopeSelect
        scopes={scopes}
        value={value}
        label={t('content:assign.to')}
        onChange={(next) => {
          setValue(next);
          setResult(null);
          setDone(null);
        }}
      />
      <ReadingState reading={parts} lines={1} />
      {parts.reply !== null && (
        <AssignRoom room={room} total={all.length} isLeftOut={isLeftOut} onLeaveOut={setLeftOut} />
      )}
      {isRunning && <Progressing done={done} total={ids.length} />}
      {result !== null && <Failed result={result} />}
      {refusal !== null && <RefusalNote refusal={refusal} />}
      <DialogFoot cancel={t(result === null ? 'common:cancel' : 'common:close')} onCancel={onClose}>
        <Button
          loading={isRunning}
          disabled={ids.length === 0 || parts.reply === null}
          onClick={() => void run()}
        >
          {t('content:assign.submit', { count: ids.length })}
        </Button>
      </DialogFoot>
    </div>
  );
}

/** Whether an item and its expansion file fit on headsets, by what they last said; who has it already needs no room. */
function useRoom(item: LibraryEntryView, obb: LibraryItemView | null, ids: readonly string[]): Room {
  const byId = useFleet((fleet) => fleet.byId);
  const coverage = useCoverage(item.sha256).reply;
  return useMemo(() => {
    const holders = coverage?.get(item.sha256)?.headsets ?? [];
    const installed = holders.filter(({ status }) => status === 'INSTALLED').map(({ deviceId }) => deviceId);
    return roomOn(
      ids.flatMap((id) => byId[id] ?? []),
      obb === null ? [item] : [item, obb],
      new Set(installed),
    );
  }, [ids, byId, item, obb, coverage]);
}

function without(ids: readonly string[], { short }: Room): readonly string[] {
  const left = new Set(short.map(({ headset }) => headset.id));
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
  const figures = useFigures();
  const byId = useFleet((fleet) => fleet.byId);
  const byCode = Map.groupBy(result.failed, ({ refusal }) => refusal.refused);
  return (
    <div className="note bad" role="alert">
      <StateGlyph state="failed" />
      <div>
        <b>{t('content:assign.failed', { count: result.failed.length, done: result.done })}</b>
        {[...byCode].map(([code, failed]) => (
          <p key={code}>
            {figures.list(
              failed.slice(0, MOST_NAMES).map(({ id }) => byId[id]?.label ?? t('common:unnamed')),
            )}
            : {t(`errors:${code}.what`)} <span className="mono small faint">{code}</span>
          </p>
        ))}
      </div>
    </div>
  );
}
