import { useTranslation } from 'react-i18next';

import type { SyncConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { lossOf, type Side } from './conflict-place.ts';
import { useConflictWords } from './conflict-words.ts';

/** A choice that takes something away, before it is made. */
export type Asked = { readonly conflict: SyncConflict; readonly take: Side };

type Props = { asked: Asked | null; onConfirm: (asked: Asked) => void; onClose: () => void };

/** Says what is lost with a choice before it is made. */
export function LossDialog({ asked, onConfirm, onClose }: Props): React.JSX.Element {
  const { t } = useTranslation(['sync', 'common']);
  const words = useConflictWords();
  const loss = asked === null ? null : lossOf(asked.conflict, asked.take);
  const headset = asked?.conflict.label ?? t('common:unnamed');
  const name = asked === null ? '' : words.name(asked.conflict);
  return (
    <ConfirmDialog
      isOpen={asked !== null && loss !== null}
      title={t('sync:loss.title', { headset, name })}
      text={loss === null ? '' : t(`sync:loss.${loss}`, { headset, name })}
      action={t('sync:loss.action')}
      onConfirm={() => asked !== null && onConfirm(asked)}
      onClose={onClose}
    />
  );
}
