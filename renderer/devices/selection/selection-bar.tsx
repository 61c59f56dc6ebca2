import { Button, Menu } from '@mantine/core';
import {
  IconAdjustments,
  IconBellRinging,
  IconDots,
  IconFingerprint,
  IconHistory,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
  IconTrash,
  IconUsersGroup,
} from '@tabler/icons-react';
import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useShallow } from 'zustand/react/shallow';

import { lazyPart, lazyWorded } from '../../copy/lazy-worded.ts';
import { KeyCap } from '../../ui/parts/key-cap.tsx';
import { addressFor } from '../../model/fleet/selection-address.ts';
import { RetryDownloads } from '../../model/notes/retry-downloads.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { useShortcuts } from '../../ui/parts/shortcuts.ts';
import type { Command } from './command-dialog.tsx';
import { useFleetList } from '../../model/fleet/fleet-list-store.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { useSelectionDialog, type SelectionDialog } from './selection-dialog.ts';
import { isRepairable, useRepair } from './use-repair.ts';

const CommandDialog = lazyPart(async () => (await import('./command-dialog.tsx')).CommandDialog);
const ResolveMacDialog = lazyWorded(async () => (await import('./resolve-mac-dialog.tsx')).ResolveMacDialog);
const RemoveDialog = lazyPart(async () => (await import('./remove-dialog.tsx')).RemoveDialog);
const RenameDialog = lazyPart(async () => (await import('./rename-dialog.tsx')).RenameDialog);
const GroupDialog = lazyPart(async () => (await import('./group-dialog.tsx')).GroupDialog);

/** Floats over the list while something is selected: the number, the actions, and clearing it. */
export function SelectionBar(): React.JSX.Element {
  const selected = useFleetList((list) => list.selected);
  const { dialog, ask, close } = useSelectionDialog();
  useFocusBack(dialog === null);
  return (
    <>
      {selected.size > 0 && <Bar ids={[...selected]} onDialog={ask} />}
      <Suspense>
        {dialog?.kind === 'rename' && (
          <RenameDialog key={dialog.ids[0]} id={dialog.ids[0] ?? ''} onClose={close} />
        )}
        {dialog?.kind === 'remove' && <RemoveDialog ids={dialog.ids} onClose={close} />}
        {dialog?.kind === 'command' && (
          <CommandDialog command={dialog.command} ids={dialog.ids} onClose={close} />
        )}
        {dialog?.kind === 'macs' && (
          <ResolveMacDialog key={dialog.ids.join()} ids={dialog.ids} onClose={close} />
        )}
        {dialog?.kind === 'group' && <GroupDialog ids={dialog.ids} onClose={close} />}
      </Suspense>
    </>
  );
}

type BarProps = { ids: readonly string[]; onDialog: (dialog: SelectionDialog) => void };

function Bar({ ids, onDialog }: BarProps): React.JSX.Element {
  const { t } = useTranslation(['fleet', 'common']);
  const [, navigate] = useLocation();
  const clear = useFleetList((list) => list.clear);
  const drifted = useDrifted(ids);
  const failed = useFailed(ids);
  const { isBusy, refusal, repair } = useRepair();
  const configure = (): void => navigate(addressFor('/configure/settings', ids));
  const command = (name: Command): void => onDialog({ kind: 'command', ids, command: name });
  useShortcuts({ c: configure });
  return (
    <div className="actions row snug" role="toolbar" aria-label={t('fleet:actions')}>
      {refusal !== null && <RefusalNote refusal={refusal} />}
      <span className="count row">
        <span className="tick on" aria-hidden="true" />
        <b role="status">{t('fleet:selected', { count: ids.length })}</b>
      </span>
      <span className="vr" />
      <Button
        variant="filled"
        className="on-primary"
        leftSection={<IconAdjustments className="i s" aria-hidden="true" />}
        rightSection={<KeyCap>C</KeyCap>}
        onClick={configure}
      >
        {t('fleet:configure')}
      </Button>
      {drifted.length > 0 && (
        <Button variant="default" loading={isBusy} onClick={() => void repair(drifted)}>
          {t('fleet:repair', { count: drifted.length })}
        </Button>
      )}
      <RetryDownloads ids={failed} size="sm" />
      <Button
        variant="subtle"
        leftSection={<IconPlayerPlay className="i s" aria-hidden="true" />}
        onClick={() => command('launch-app')}
      >
        {t('fleet:command.launch-app')}
      </Button>
      <Button
        variant="subtle"
        leftSection={<IconBellRinging className="i s" aria-hidden="true" />}
        onClick={() => command('identify')}
      >
        {t('fleet:command.identify')}
      </Button>
      <More ids={ids} onDialog={onDialog} />
      <span className="vr" />
      <Button variant="subtle" rightSection={<KeyCap>{t('common:key.esc')}</KeyCap>} onClick={clear}>
        {t('common:clear')}
      </Button>
    </div>
  );
}

function More({ ids, onDialog }: BarProps): React.JSX.Element {
  const { t } = useTranslation('fleet');
  const [, navigate] = useLocation();
  const [only] = ids;
  const command = (name: Command): void => onDialog({ kind: 'command', ids, command: name });
  return (
    <Menu position="top-end" shadow="none" classNames={{ dropdown: 'floating' }}>
      <Menu.Target>
        <Button variant="subtle" leftSection={<IconDots className="i s" aria-hidden="true" />}>
          {t('more')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconLock className="i s" aria-hidden="true" />}
          onClick={() => navigate(addressFor('/configure/kiosk', ids))}
        >
          {t('kiosk')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconUsersGroup className="i s" aria-hidden="true" />}
          onClick={() => onDialog({ kind: 'group', ids })}
        >
          {t('group.action')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFingerprint className="i s" aria-hidden="true" />}
          onClick={() => onDialog({ kind: 'macs', ids })}
        >
          {t('macs')}
        </Menu.Item>
        {only !== undefined && ids.length === 1 && (
          <>
            <Menu.Item
              leftSection={<IconPencil className="i s" aria-hidden="true" />}
              onClick={() => onDialog({ kind: 'rename', ids })}
            >
              {t('rename.action')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconHistory className="i s" aria-hidden="true" />}
              onClick={() => navigate(`/configure/history?device=${only}`)}
            >
              {t('history')}
            </Menu.Item>
          </>
        )}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconPlayerStop className="i s" aria-hidden="true" />}
          onClick={() => command('stop-app')}
        >
          {t('command.stop-app')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLock className="i s" aria-hidden="true" />}
          onClick={() => command('lock')}
        >
          {t('command.lock')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLockOpen className="i s" aria-hidden="true" />}
          onClick={() => command('unlock')}
        >
          {t('command.unlock')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconRefresh className="i s" aria-hidden="true" />}
          onClick={() => command('reboot')}
        >
          {t('command.reboot')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          className="danger"
          leftSection={<IconTrash className="i s" aria-hidden="true" />}
          onClick={() => onDialog({ kind: 'remove', ids })}
        >
          {t('remove.action')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Restores the focus to the list: the menu that opened a dialog is gone when it closes. */
function useFocusBack(isClosed: boolean): void {
  const wasOpen = useRef(false);
  useEffect(() => {
    if (!isClosed) wasOpen.current = true;
    if (!isClosed || !wasOpen.current) return;
    wasOpen.current = false;
    if (document.activeElement === null || document.activeElement === document.body)
      document.querySelector<HTMLElement>('.fleet [role="listbox"], .fleet [role="grid"]')?.focus();
  }, [isClosed]);
}

/** Returns those with failed downloads. */
function useFailed(ids: readonly string[]): readonly string[] {
  return useFleet(
    useShallow(({ stateById }) =>
      ids.filter((id) => {
        const state = stateById[id];
        return state?.state === 'failed' && state.what === 'content';
      }),
    ),
  );
}

function useDrifted(ids: readonly string[]): readonly string[] {
  const text = useFleet((fleet) =>
    ids.filter((id) => isRepairable(fleet.byId[id], fleet.stateById[id])).join(),
  );
  return text === '' ? [] : text.split(',');
}
