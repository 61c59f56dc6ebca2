import { Button } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { KeyCap } from '../../ui/key-cap.tsx';
import { ResolveMacAction } from '../resolve-mac/resolve-mac-action.tsx';
import { useFleetList } from './fleet-list-store.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';

/** Floats over the list while something is selected: how many, what can be done with them, and a way out. */
export function SelectionBar(): React.JSX.Element | null {
  const { t } = useTranslation(['fleet', 'common']);
  const selected = useFleetList((list) => list.selected);
  const clear = useFleetList((list) => list.clear);
  const [dialog, setDialog] = useState<{ kind: 'rename' | 'remove'; ids: readonly string[] } | null>(null);
  const close = (): void => setDialog(null);
  const ids = [...selected];
  const [only] = ids;

  return (
    <>
      {ids.length > 0 && (
        <div className="actions" role="toolbar" aria-label={t('fleet:actions')}>
          <span className="count">
            <span className="tick on" aria-hidden="true" />
            <b role="status">{t('fleet:selected', { count: ids.length })}</b>
          </span>
          <span className="vr" />
          {ids.length === 1 && (
            <Button
              variant="subtle"
              leftSection={<IconPencil className="i s" aria-hidden="true" />}
              onClick={() => setDialog({ kind: 'rename', ids })}
            >
              {t('fleet:rename.action')}
            </Button>
          )}
          <ResolveMacAction ids={ids} />
          <Button
            variant="subtle"
            className="danger"
            leftSection={<IconTrash className="i s" aria-hidden="true" />}
            onClick={() => setDialog({ kind: 'remove', ids })}
          >
            {t('fleet:remove.action')}
          </Button>
          <span className="vr" />
          <Button variant="subtle" rightSection={<KeyCap>{t('common:key.esc')}</KeyCap>} onClick={clear}>
            {t('common:clear')}
          </Button>
        </div>
      )}
      <RenameDialog id={dialog?.kind === 'rename' ? (dialog.ids[0] ?? only ?? null) : null} onClose={close} />
      <RemoveDialog ids={dialog?.kind === 'remove' ? dialog.ids : null} onClose={close} />
    </>
  );
}
