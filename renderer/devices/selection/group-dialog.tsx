import { ActionIcon, Button, Checkbox, Group, TextInput } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Form } from '../../ui/parts/form.tsx';
import { needs } from '../../ui/why/why.ts';
import type { DeviceGroup } from '../../../shared/contract/devices/groups.ts';
import { createGroup, deleteGroup, updateGroup } from '../../../shared/contract/devices/groups.ts';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import { call, isRefused, type Outcome } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { offerUndo } from '../../ui/dialogs/toasts.tsx';
import { readGroups, useGroups } from '../../model/fleet/groups-store.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { typed } from '../../ui/controls/field-props.ts';

type Props = { ids: readonly string[]; onClose: () => void };

/** Adds headsets to groups and removes them; creates, renames and deletes groups. */
export function GroupDialog({ ids, onClose }: Props): React.JSX.Element {
  const { t } = useTranslation(['fleet', 'common']);
  const groups = useGroups((known) => known.items);
  const [name, setName] = useState('');
  const { refusal, run, refuse } = useAction();
  useEffect(() => void readGroups(), []);

  const send = async (sent: Promise<Outcome<unknown, ErrorCode>>): Promise<void> => {
    await run(sent);
    await readGroups();
  };
  const make = async (): Promise<void> => {
    const reply = await run(call(createGroup, { body: { name: name.trim(), devicesId: [...ids] } }));
    if (reply === null) return;
    setName('');
    await readGroups();
  };
  const remove = async ({ id, name: called, devicesId }: DeviceGroup): Promise<void> => {
    const outcome = await call(deleteGroup, { params: { groupId: id } });
    await readGroups();
    if (isRefused(outcome)) return refuse(outcome);
    refuse(null);
    offerUndo({
      text: t('fleet:group.removed', { name: called }),
      undo: () => void call(createGroup, { body: { name: called, devicesId } }).then(readGroups),
    });
  };
  const change = (group: DeviceGroup, body: object): void =>
    void send(call(updateGroup, { params: { groupId: group.id }, body }));

  return (
    <Dialog onClose={onClose} title={t('fleet:group.title', { count: ids.length })}>
      <div className="stack wide">
        {refusal !== null && <RefusalNote refusal={refusal} />}
        {groups.length === 0 && <p className="dim">{t('fleet:group.none')}</p>}
        <ul className="stack">
          {groups.map((group) => (
            <GroupLine
              key={group.id}
              group={group}
              ids={ids}
              onChange={(body) => change(group, body)}
              onRemove={() => void remove(group)}
            />
          ))}
        </ul>
        <Form
          className="row"
          onSubmit={() => {
            if (name.trim() !== '') void make();
          }}
        >
          <TextInput
            className="grow"
            data-autofocus
            maxLength={64}
            aria-label={t('fleet:group.name')}
            placeholder={t('fleet:group.name')}
            {...typed(name, setName)}
          />
          <Button type="submit" variant="default" {...needs(name.trim() === '' && t('common:need.name'))}>
            {t('fleet:group.make')}
          </Button>
        </Form>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('common:close')}</Button>
        </Group>
      </div>
    </Dialog>
  );
}

type LineProps = {
  group: DeviceGroup;
  ids: readonly string[];
  onChange: (body: { name?: string; add?: string[]; remove?: string[] }) => void;
  onRemove: () => void;
};

function GroupLine({ group, ids, onChange, onRemove }: LineProps): React.JSX.Element {
  const { t } = useTranslation('fleet');
  const [name, setName] = useState<string | null>(null);
  const members = new Set(group.devicesId);
  const inside = ids.filter((id) => members.has(id)).length;
  if (name !== null) {
    return (
      <li>
        <Form
          className="row"
          onSubmit={() => {
            if (name.trim() !== '') onChange({ name: name.trim() });
            setName(null);
          }}
        >
          <TextInput
            className="grow"
            autoFocus
            aria-label={t('group.rename', { name: group.name })}
            {...typed(name, setName)}
          />
          <Button type="submit" variant="default">
            {t('rename.submit')}
          </Button>
        </Form>
      </li>
    );
  }
  return (
    <li className="row">
      <Checkbox
        className="grow"
        label={group.name}
        description={t('group.members', { count: group.devicesId.length })}
        checked={inside === ids.length && ids.length > 0}
        indeterminate={inside > 0 && inside < ids.length}
        disabled={ids.length === 0}
        onChange={() => onChange(inside === ids.length ? { remove: [...ids] } : { add: [...ids] })}
      />
      <ActionIcon
        variant="subtle"
        aria-label={t('group.rename', { name: group.name })}
        onClick={() => setName(group.name)}
      >
        <IconPencil className="i s" aria-hidden="true" />
      </ActionIcon>
      <ActionIcon variant="subtle" aria-label={t('group.remove', { name: group.name })} onClick={onRemove}>
        <IconTrash className="i s" aria-hidden="true" />
      </ActionIcon>
    </li>
  );
}
