import { Button, Modal, Progress } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { contract } from '../../../shared/contract/index.ts';
import type { LibraryEntryView, LibraryItemView } from '../../../shared/contract/library.ts';
import { useFigures } from '../../copy/figures.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { StateGlyph } from '../../ui/state-glyph.tsx';
import { stationReach } from '../enrol/station-address.ts';
import { useFleet } from '../fleet/fleet-store.ts';
import { RefusalNote } from '../shell/refusal-note.tsx';
import { useStation } from '../shell/station-facts.ts';
import { assign, isObbOf, roomOn, type Assigned } from './assign.ts';
import { nameOfItem } from './library.ts';
import { ScopeSelect } from './scope-select.tsx';
import { useScopes } from './scopes.ts';

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
  const [done, setDone] = useState<number | null>(null);
  const [result, setResult] = useState<Assigned | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const ids = scopes.find((scope) => scope.value === value)?.ids ?? [];
  const isRunning = done !== null && result === null && refusal === null;

  const run = async (): Promise<void> => {
    setDone(0);
    setRefusal(null);
    const whole = await readParts(item);
    if ('refused' in whole) return setRefusal(whole);
    const reach = stationReach(useStation.getState().addresses);
    const origin = reach.kind === 'lan' ? reach.url : null;
    const assigned = await assign({ ...whole, ids, origin, onEach: setDone });
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
      <Room item={item} ids={ids} />
      {isRunning && (
        <div role="status">
          <Progress
            value={(done / Math.max(1, ids.length)) * 100}
            aria-label={t('content:assign.progress', { done, total: ids.length })}
          />
          <p className="small dim">{t('content:assign.progress', { done, total: ids.length })}</p>
        </div>
      )}
      {result !== null && <Failed result={result} />}
      {refusal !== null && <RefusalNote refusal={refusal} />}
      <div className="form-foot">
        <Button variant="default" onClick={onClose}>
          {t(result === null ? 'common:cancel' : 'common:close')}
        </Button>
        <Button loading={isRunning} disabled={ids.length === 0} onClick={() => void run()}>
          {t('content:assign.submit', { count: ids.length })}
        </Button>
      </div>
    </div>
  );
}

/** The item with the addresses that it stands for, and the expansion file that belongs to it. */
async function readParts(
  entry: LibraryEntryView,
): Promise<{ item: LibraryItemView; obb: LibraryItemView | null } | Refusal> {
  const item = await call(contract.getLibraryItem, { params: { sha256: entry.sha256 } });
  if (isRefused(item)) return item;
  const packageName = entry.apk?.packageName;
  if (packageName === undefined) return { item: item.reply, obb: null };
  const found = await call(contract.listLibrary, { query: { kind: 'obb', search: packageName } });
  if (isRefused(found)) return found;
  const held = found.reply.items.find((each) => isObbOf(packageName, each));
  if (held === undefined) return { item: item.reply, obb: null };
  const obb = await call(contract.getLibraryItem, { params: { sha256: held.sha256 } });
  return isRefused(obb) ? obb : { item: item.reply, obb: obb.reply };
}

/** Whether it fits on each headset, said before anything is sent. */
function Room({ item, ids }: { item: LibraryEntryView; ids: readonly string[] }): React.JSX.Element {
  const { t } = useTranslation(['content', 'common']);
  const figures = useFigures();
  const byId = useFleet((fleet) => fleet.byId);
  const room = useMemo(
    () =>
      roomOn(
        ids.flatMap((id) => byId[id] ?? []),
        item,
      ),
    [ids, byId, item],
  );
  const names = (headsets: typeof room.full): string =>
    figures.list(
      headsets.slice(0, MOST_NAMES).map(({ label, storage }) =>
        storage === null
          ? (label ?? t('common:unnamed'))
          : t('content:assign.freeOn', {
              name: label ?? t('common:unnamed'),
              free: figures.size(storage.freeBytes),
            }),
      ),
    );
  const needed = figures.size(room.needed);
  if (room.full.length > 0) {
    return (
      <div className="note warn">
        <StateGlyph state="attention" />
        <div>
          <b>{t('content:assign.noRoom', { count: room.full.length, needed })}</b>
          <p>{names(room.full)}</p>
          <p className="small dim">{t('content:assign.noRoomText')}</p>
        </div>
      </div>
    );
  }
  if (room.unknown.length > 0) {
    return (
      <div className="note">
        <StateGlyph state="waiting" />
        <div>
          {t('content:assign.roomUnknown', { count: room.unknown.length, needed })}{' '}
          <span className="dim">{names(room.unknown)}</span>
        </div>
      </div>
    );
  }
  return (
    <div className="note">
      <StateGlyph state="ready" />
      <div>{t('content:assign.room', { count: ids.length, needed })}</div>
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
