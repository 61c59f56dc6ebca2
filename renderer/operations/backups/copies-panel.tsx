import { ActionIcon, Button } from '@mantine/core';
import { IconDownload, IconTrash, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';

import type { BackupView, CopyView } from '../../../shared/contract/operations/backups.ts';
import { listCopies, removeCopy } from '../../../shared/contract/operations/backups.ts';
import { useFormat } from '../../copy/format.ts';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { useQuery } from '../../service/use-query.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { ImportForm } from './import-dialog.tsx';
import { OpenCopyForm } from './open-copy-dialog.tsx';
import { saveCopy } from './seal-dialog.tsx';

type Copies = { readonly items: readonly CopyView[] };

/** Encrypted backups of whole stations: made here, or imported. */
export function CopiesPanel({ onOpened }: { onOpened: (backup: BackupView) => void }): React.JSX.Element {
  const { t } = useTranslation('care');
  const format = useFormat();
  const query = useQuery<Copies>((signal) => call(listCopies, { signal }));
  // An empty fleet links here to import one.
  const [params] = useSearchParams();
  const [isBringing, setBringing] = useState(params.has('bring'));
  const close = (): void => setBringing(false);
  const [opening, setOpening] = useState<CopyView | null>(null);
  const [removing, setRemoving] = useState<CopyView | null>(null);
  const { refusal, run, refuse } = useAction();
  const items = query.reply?.items ?? [];
  const whenOf = ({ createdAt }: CopyView): string => format.moment(Date.parse(createdAt));
  const remove = async ({ name }: CopyView): Promise<void> => {
    await run(call(removeCopy, { params: { copyName: name } }));
    await query.reload();
  };
  return (
    <section className="panel" aria-label={t('copies.heading')}>
      <header className="wraps">
        <h2 className="grow">{t('copies.heading')}</h2>
        <Button
          variant="default"
          leftSection={<IconUpload className="i s" aria-hidden="true" />}
          onClick={() => setBringing(true)}
        >
          {t('copies.import')}
        </Button>
      </header>
      <p className="pad dim">{t('copies.text')}</p>
      <ReadingState query={query} lines={1} />
      {refusal !== null && <RefusalNote refusal={refusal} />}
      {query.reply !== null && items.length === 0 && <p className="pad dim">{t('copies.none')}</p>}
      {items.length > 0 && (
        <ul className="rows">
          {items.map((copy) => (
            <CopyRow
              key={copy.name}
              copy={copy}
              when={whenOf(copy)}
              onOpen={() => setOpening(copy)}
              onSave={() => void saveCopy(copy.name).then(refuse)}
              onRemove={() => setRemoving(copy)}
            />
          ))}
        </ul>
      )}
      <Dialog isOpen={isBringing} onClose={close} title={t('copies.import')}>
        <ImportForm
          onClose={close}
          onImported={(copy) => {
            void query.reload();
            setOpening(copy);
          }}
        />
      </Dialog>
      <Dialog
        isOpen={opening !== null}
        onClose={() => setOpening(null)}
        title={t('copies.openTitle', { when: opening === null ? '' : whenOf(opening) })}
      >
        {opening !== null && (
          <OpenCopyForm name={opening.name} onClose={() => setOpening(null)} onOpened={onOpened} />
        )}
      </Dialog>
      <ConfirmDialog
        isOpen={removing !== null}
        title={t('copies.removeTitle')}
        text={t('copies.removeText')}
        action={t('copies.remove')}
        onConfirm={() => removing !== null && void remove(removing)}
        onClose={() => setRemoving(null)}
      />
    </section>
  );
}

type RowProps = {
  copy: CopyView;
  when: string;
  onOpen: () => void;
  onSave: () => void;
  onRemove: () => void;
};

function CopyRow({ copy, when, onOpen, onSave, onRemove }: RowProps): React.JSX.Element {
  const { t } = useTranslation('care');
  const format = useFormat();
  return (
    <li className="row wide copy-row">
      <div className="grow">
        <b>{t('copies.of', { when })}</b>
        <div className="small dim">
          {format.size(copy.sizeBytes)} · <span className="mono">{copy.name}</span>
        </div>
      </div>
      <SmallButton aria-label={t('copies.openOf', { when })} onClick={onOpen}>
        {t('copies.open')}
      </SmallButton>
      <ActionIcon variant="subtle" aria-label={`${t('backups.download')}: ${copy.name}`} onClick={onSave}>
        <IconDownload className="i" />
      </ActionIcon>
      <ActionIcon variant="subtle" aria-label={t('copies.removeOf', { when })} onClick={onRemove}>
        <IconTrash className="i" />
      </ActionIcon>
    </li>
  );
}
