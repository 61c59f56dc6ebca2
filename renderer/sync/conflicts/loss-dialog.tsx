import { useTranslation } from 'react-i18next';

import type { SyncConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { lossOf, type Side } from '../status/conflict-subject.ts';
import { useConflictLabels } from '../status/conflict-labels.ts';

/** A decision that deletes something and needs confirmation. */
export type PendingDecision = { readonly conflict: SyncConflict; readonly take: Side };

type Props = {
  pending: PendingDecision | null;
  onConfirm: (pending: PendingDecision) => void;
  onClose: () => void;
};

/** Says what a decision deletes before it is made. */
export function LossDialog({ pending, onConfirm, onClose }: Props): React.JSX.Element {
  const { t } = useTranslation(['sync', 'common']);
  const labels = useConflictLabels();
  const loss = pending === null ? null : lossOf(pending.conflict, pending.take);
  const headset = pending?.conflict.label ?? t('common:unnamed');
  const name = pending === null ? '' : labels.name(pending.conflict);
  return (
    <ConfirmDialog
      isOpen={pending !== null && loss !== null}
      title={t('sync:loss.title', { headset, name })}
      text={loss === null ? '' : t(`sync:loss.${loss}`, { headset, name })}
      action={t('sync:loss.action')}
      onConfirm={() => pending !== null && onConfirm(pending)}
      onClose={onClose}
    />
  );
}
