import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { blockedBy } from '../../ui/why/why.ts';
import { MAX_ROUTERS, type RouterView } from '../../../shared/contract/network/routers.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { RouterForm } from './router-form.tsx';
import { RouterRow } from './router-row.tsx';
import { StationFrame } from '../../model/station/station-frame.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useRouters } from './use-routers.ts';

type Open =
  | { readonly kind: 'edit'; readonly router: RouterView | null }
  | { readonly kind: 'remove'; readonly router: RouterView };

/** Routers, lease files and lists with MAC addresses. */
export function RoutersPage(): React.JSX.Element {
  const { t } = useTranslation('station');
  const list = useRouters();
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const opened = open?.router ?? null;
  const items = list.query.reply?.items ?? null;
  const add = (
    <Button
      loading={items === null}
      {...blockedBy(
        items !== null && items.length >= MAX_ROUTERS && t('routers.most', { count: MAX_ROUTERS }),
      )}
      leftSection={<IconPlus className="i s" aria-hidden="true" />}
      onClick={() => setOpen({ kind: 'edit', router: null })}
    >
      {t('routers.add')}
    </Button>
  );

  return (
    <StationFrame
      title={
        items === null
          ? t('tab.routers')
          : items.length === 0
            ? t('routers.titleNone')
            : t('routers.title', { count: items.length })
      }
      sub={
        items !== null && items.length >= MAX_ROUTERS
          ? t('routers.full', { count: MAX_ROUTERS })
          : t('routers.sub')
      }
      tools={items !== null && items.length > 0 ? add : undefined}
    >
      <ReadingState query={list.query} />
      {list.refusal !== null && <RefusalNote refusal={list.refusal} />}
      {items !== null && (
        <section className="panel" aria-label={t('tab.routers')}>
          <ul className="rows">
            <li className="grid close">
              <b>{t('routers.own')}</b>
              <span className="dim">{t('routers.ownText')}</span>
            </li>
            {items.map((router, index) => (
              <RouterRow
                key={router.id}
                router={router}
                list={list}
                isFirst={index === 0}
                isLast={index === items.length - 1}
                onEdit={() => setOpen({ kind: 'edit', router })}
                onRemove={() => setOpen({ kind: 'remove', router })}
              />
            ))}
          </ul>
          {items.length === 0 && (
            <div className="page-empty">
              <h2>{t('routers.emptyTitle')}</h2>
              <p>{t('routers.emptyText')}</p>
              {add}
            </div>
          )}
        </section>
      )}
      <Dialog
        isOpen={open?.kind === 'edit'}
        onClose={close}
        size="lg"
        title={opened === null ? t('routers.addTitle') : t('routers.editTitle', { name: opened.label })}
      >
        {open?.kind === 'edit' && <RouterForm router={open.router} save={list.save} onDone={close} />}
      </Dialog>
      <ConfirmDialog
        isOpen={open?.kind === 'remove'}
        title={t('routers.removeTitle', { name: opened?.label ?? '' })}
        text={t('routers.removeText')}
        action={t('routers.remove')}
        onConfirm={() => {
          if (open?.kind === 'remove') void list.remove(open.router.id);
        }}
        onClose={close}
      />
    </StationFrame>
  );
}
