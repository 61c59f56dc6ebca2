import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';

import { blockedBy } from '../../ui/why/why.ts';
import type { LibraryEntryView } from '../../../shared/contract/content/library.ts';
import { useFormat } from '../../copy/format.ts';
import { useAction } from '../../service/use-action.ts';
import { useQuery } from '../../service/use-query.ts';
import { DialogFoot } from '../../ui/dialogs/dialog-foot.tsx';
import { StateGlyph, type GlyphState } from '../../ui/headset/state-glyph.tsx';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { ScopeSelect } from '../frame/scope-select.tsx';
import { useScopes } from '../frame/scopes.ts';
import { consequencesOf, previewOfUndo, unassign, type Consequences, type Unassigning } from './unassign.ts';

/** More names would push the buttons out of view. */
const MAX_NAMES = 12;

type Props = {
  item: LibraryEntryView;
  /** Number of headsets that have it assigned. */
  assigned: number;
  onClose: () => void;
  onRemoved: () => void;
};

/** Removes an item from headsets, after showing the consequences for each of them. */
export function Unassign({ item, assigned, onClose, onRemoved }: Props): React.JSX.Element {
  const { t } = useTranslation('content');
  const scopes = useScopes();
  const [value, setValue] = useState(scopes[0]?.value ?? 'all');
  const [done, setDone] = useState<Unassigning | null>(null);
  const ids = scopes.find((scope) => scope.value === value)?.ids ?? [];
  if (done !== null) return <Done done={done} onClose={onClose} />;
  return (
    <div className="form">
      <ScopeSelect scopes={scopes} value={value} label={t('unassign.from')} onChange={setValue} />
      <ForScope
        key={value}
        item={item}
        assigned={assigned}
        ids={ids}
        onClose={onClose}
        onDone={(result) => {
          setDone(result);
          onRemoved();
        }}
      />
    </div>
  );
}

type ForScopeProps = Pick<Props, 'item' | 'assigned' | 'onClose'> & {
  ids: readonly string[];
  onDone: (done: Unassigning) => void;
};

/** The consequences for some headsets, and the action. */
function ForScope({ item, assigned, ids, onClose, onDone }: ForScopeProps): React.JSX.Element {
  const { t } = useTranslation(['content', 'common']);
  const { isBusy, refusal, run } = useAction();
  const preview = useQuery<Unassigning>((signal) => unassign(item.sha256, ids, { dryRun: true, signal }));
  const found = preview.reply === null ? null : consequencesOf(preview.reply.items);
  const count = found === null ? 0 : takenOf(found);
  const remove = async (): Promise<void> => {
    const reply = await run(unassign(item.sha256, ids, { dryRun: false }));
    if (reply !== null) onDone(reply);
  };
  return (
    <>
      <ReadingState query={preview} lines={2} />
      {found !== null && <Follows found={found} elsewhere={assigned - count - found.keep.length} />}
      {refusal !== null && <RefusalNote refusal={refusal} />}
      <DialogFoot onCancel={onClose} isCancelFocused>
        <Button
          variant="outline"
          color="danger"
          loading={isBusy}
          {...blockedBy(count === 0 && t('common:why.nothing'))}
          onClick={() => void remove()}
        >
          {t('content:unassign.submit', { count })}
        </Button>
      </DialogFoot>
    </>
  );
}

function takenOf({ lose, stop, miss }: Consequences): number {
  return lose.length + stop.length + miss.length;
}

const PARTS = [
  ['lose', 'failed'],
  ['stop', 'attention'],
  ['miss', 'waiting'],
  ['keep', 'ready'],
] as const satisfies readonly (readonly [keyof Consequences, GlyphState])[];

/** The consequences for each headset, and what stays unchanged. */
function Follows({ found, elsewhere }: { found: Consequences; elsewhere: number }): React.JSX.Element {
  const { t } = useTranslation(['content', 'common']);
  const format = useFormat();
  const byId = useFleet((fleet) => fleet.byId);
  const names = (ids: readonly string[]): string => {
    const shown = ids.slice(0, MAX_NAMES).map((id) => byId[id]?.label ?? t('common:unnamed'));
    const rest = ids.length - shown.length;
    return format.list(rest > 0 ? [...shown, t('content:remove.more', { count: rest })] : shown);
  };
  const isNothing = takenOf(found) + found.keep.length === 0;
  return (
    <>
      {isNothing && <p className="dim">{t('content:unassign.nobody')}</p>}
      <ul className="grid follows">
        {PARTS.filter(([part]) => found[part].length > 0).map(([part, state]) => (
          <li key={part} className="row top">
            <StateGlyph state={state} />
            <div>
              <b>{t(`content:unassign.${part}`, { count: found[part].length })}</b>
              <div className="small dim">{names(found[part])}</div>
            </div>
          </li>
        ))}
      </ul>
      {!isNothing && (
        <p className="small dim">
          {t('content:unassign.stays')}
          {elsewhere > 0 && ` ${t('content:unassign.elsewhere', { count: elsewhere })}`}
          {found.without > 0 && ` ${t('content:unassign.without', { count: found.without })}`}{' '}
          {t('content:unassign.updated')}
        </p>
      )}
    </>
  );
}

function Done({ done, onClose }: { done: Unassigning; onClose: () => void }): React.JSX.Element {
  const { t } = useTranslation(['content', 'common']);
  const [, navigate] = useLocation();
  const { refusal, run } = useAction();
  const count = takenOf(consequencesOf(done.items));
  const undo = async (): Promise<void> => {
    const preview = await run(previewOfUndo(done.changeIds));
    if (preview !== null) navigate(preview);
  };
  return (
    <div className="form">
      <div className="note" role="status">
        <StateGlyph state="ready" />
        <div>{t('content:unassign.done', { count })}</div>
      </div>
      {refusal !== null && <RefusalNote refusal={refusal} />}
      <div className="form-foot">
        {count > 0 && (
          <Button variant="default" onClick={() => void undo()}>
            {t('content:unassign.undo')}
          </Button>
        )}
        <Button data-autofocus onClick={onClose}>
          {t('common:close')}
        </Button>
      </div>
    </div>
  );
}
