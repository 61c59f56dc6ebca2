import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { removeLibraryItem, type LibraryItemView } from '../../../shared/contract/content/library.ts';
import { useFormat } from '../../copy/format.ts';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { DialogFoot } from '../../ui/dialogs/dialog-foot.tsx';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';

/** More names would push the buttons out of view. */
const MAX_NAMES = 24;

type Props = { item: LibraryItemView; onClose: () => void; onRemoved: () => void };

/** Removes an item from the station, after showing the consequences for headsets that have it assigned. */
export function RemoveItem({ item, onClose, onRemoved }: Props): React.JSX.Element {
  const { t } = useTranslation(['content', 'common']);
  const format = useFormat();
  const { isBusy, refusal, run } = useAction();
  const isAssigned = item.assignedTo.length > 0;
  const remove = async (): Promise<void> => {
    const reply = await run(
      call(removeLibraryItem, {
        params: { sha256: item.sha256 },
        query: isAssigned ? { force: 'true' } : {},
      }),
    );
    if (reply !== null) onRemoved();
  };
  return (
    <div className="form">
      <p>{t('content:remove.text', { size: format.size(item.sizeBytes) })}</p>
      {isAssigned && <StillAssigned item={item} />}
      {refusal !== null && <RefusalNote refusal={refusal} />}
      <DialogFoot onCancel={onClose} isCancelFocused>
        <Button variant="outline" color="danger" loading={isBusy} onClick={() => void remove()}>
          {t(isAssigned ? 'content:remove.anyway' : 'content:remove.submit')}
        </Button>
      </DialogFoot>
    </div>
  );
}

/** Headsets that would have to download it elsewhere, and whether they can. */
function StillAssigned({ item }: { item: LibraryItemView }): React.JSX.Element {
  const { t } = useTranslation(['content', 'common']);
  const format = useFormat();
  const byId = useFleet((fleet) => fleet.byId);
  const names = item.assignedTo.slice(0, MAX_NAMES).map((id) => byId[id]?.label ?? t('common:unnamed'));
  const rest = item.assignedTo.length - names.length;
  const hasOtherUrl = item.urls.length > 0;
  return (
    <div className="note bad">
      <StateGlyph state="failed" />
      <div>
        <b>{t('content:remove.assigned', { count: item.assignedTo.length })}</b>
        <p>{format.list(rest > 0 ? [...names, t('content:remove.more', { count: rest })] : names)}</p>
        <p>{t(hasOtherUrl ? 'content:remove.elsewhere' : 'content:remove.nowhere')}</p>
        {hasOtherUrl && <p className="mono small">{item.urls.join(' ')}</p>}
      </div>
    </div>
  );
}
