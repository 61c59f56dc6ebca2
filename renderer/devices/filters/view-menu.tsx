import { ActionIcon, Button, Menu, Popover, TextInput } from '@mantine/core';
import { IconBookmark, IconColumns3, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';

import { Form } from '../../ui/parts/form.tsx';
import { needs } from '../../ui/why/why.ts';
import { COLUMNS, useColumns } from './columns.ts';
import type { FleetView } from './fleet-view.ts';
import { showColumnsOf, useSavedViews } from './saved-views.ts';
import { typed } from '../../ui/controls/field-props.ts';

/** Named views: save, open, delete. */
export function ViewMenu({ view }: { view: FleetView }): React.JSX.Element {
  const { t } = useTranslation(['fleet', 'common']);
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [, navigate] = useLocation();
  const { items, save, remove } = useSavedViews();
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="none" trapFocus width={280}>
      <Popover.Target>
        <ActionIcon
          className="icon-control"
          variant="default"
          aria-label={t('views.label')}
          title={t('views.label')}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconBookmark className="i s" aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className="floating stack">
        {items.length === 0 && <p className="small dim">{t('views.none')}</p>}
        <ul className="view-list">
          {items.map((saved) => (
            <li key={saved.name} className="row">
              <button
                type="button"
                className="grow cut"
                aria-current={saved.query === view.query ? 'true' : undefined}
                onClick={() => {
                  showColumnsOf(saved);
                  navigate(`/fleet${saved.query === '' ? '' : `?${saved.query}`}`);
                  setOpen(false);
                }}
              >
                {saved.name}
              </button>
              <ActionIcon
                variant="subtle"
                aria-label={t('views.remove', { name: saved.name })}
                onClick={() => remove(saved.name)}
              >
                <IconX className="i s" aria-hidden="true" />
              </ActionIcon>
            </li>
          ))}
        </ul>
        <Form
          className="row"
          onSubmit={() => {
            if (name.trim() === '') return;
            save(name.trim(), view.query);
            setName('');
          }}
        >
          <TextInput
            className="grow"
            aria-label={t('views.name')}
            placeholder={t('views.name')}
            maxLength={60}
            {...typed(name, setName)}
          />
          <Button type="submit" variant="default" {...needs(name.trim() === '' && t('common:need.name'))}>
            {t('views.save')}
          </Button>
        </Form>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The columns of the table. */
export function ColumnMenu(): React.JSX.Element {
  const { t } = useTranslation('fleet');
  const { shown, toggle } = useColumns();
  return (
    <Menu position="bottom-end" shadow="none">
      <Menu.Target>
        <ActionIcon className="icon-control" variant="default" aria-label={t('columns')} title={t('columns')}>
          <IconColumns3 className="i s" aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {COLUMNS.map((column) => (
          <Menu.CheckboxItem key={column} checked={shown.includes(column)} onChange={() => toggle(column)}>
            {t(`column.${column}`)}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
