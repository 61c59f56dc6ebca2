import { useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';

import { chooseLanguage, currentLanguage, type Language } from '../../copy/language.ts';
import { useCountLabel } from '../../model/fleet/count-label.ts';
import { addressFor } from '../../model/fleet/selection-address.ts';
import { COMMANDS, useSelectionDialog, type SelectionDialog } from '../../devices/index.ts';
import { useFleetList } from '../../model/fleet/fleet-list-store.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { STATION_TABS } from '../../model/station/station-frame.tsx';
import { previewOfLastChange } from '../../model/fleet/undo-last.ts';
import { notify } from '../../ui/dialogs/toasts.tsx';
import { allFields, groupOf, type EditorField, type EditorGroup } from '../../copy/editor-fields.ts';
import { settingsCopyOf } from '../../copy/settings-copy.ts';

/** A search result. Settings are many, and only shown on a match. */
export type Command = {
  readonly id: string;
  readonly label: string;
  readonly run: () => void;
  readonly isSetting?: boolean;
};

/** Returns everything that can be done from anywhere: screens, actions on the selection, and the interface itself. */
export function useCommands(onKeys: () => void): readonly Command[] {
  const selected = useFleetList((list) => list.selected);
  const order = useFleet((fleet) => fleet.order);
  const ids = selected.size > 0 ? [...selected] : order;
  const screens = useScreens();
  const configure = useConfigureCommands(ids);
  const settings = useSettingCommands(ids);
  const selection = useSelectionCommands(selected);
  const window = useWindowCommands(onKeys);
  return [...selection, ...screens, ...configure, ...window, ...settings];
}

/** Returns every screen that needs no selection. */
function useScreens(): readonly Command[] {
  const { t } = useTranslation(['shell', 'station', 'content', 'fleet', 'configure', 'class']);
  const [, navigate] = useLocation();
  const to = (path: string, label: string): Command => ({
    id: `screen:${path}`,
    label,
    run: () => navigate(path),
  });
  return [
    to('/fleet', t('shell:command.goFleet')),
    to('/enrol', t('shell:command.goEnrol')),
    to('/enrol/new', t('fleet:empty.describe')),
    to('/configure', t('shell:command.goConfigure')),
    to('/configure/history', t('shell:command.history')),
    to('/configure/profiles/new', t('shell:command.newProfile')),
    to('/class', t('shell:command.goClass')),
    to('/class/lessons', t('class:lesson.plans')),
    to('/content', t('shell:command.goContent')),
    to(
      '/content/offline',
      t('shell:command.of', { part: t('content:tab.offline'), of: t('shell:nav.content') }),
    ),
    to('/statistics', t('shell:command.goStatistics')),
    to('/sync', t('shell:command.goSync')),
    to('/station', t('shell:command.goStation')),
    ...STATION_TABS.map((tab) =>
      to(
        `/station/${tab}`,
        t('shell:command.of', { part: t(`station:tab.${tab}`), of: t('shell:nav.station') }),
      ),
    ),
  ];
}

function useConfigureCommands(ids: readonly string[]): readonly Command[] {
  const { t } = useTranslation('shell');
  const [, navigate] = useLocation();
  const countLabel = useCountLabel();
  const undo = {
    id: 'command:undoLast',
    label: t('command.undoLast'),
    run: () => void previewOfLastChange().then(navigate),
  };
  if (ids.length === 0) return [undo];
  return [
    {
      id: 'command:settings',
      label: t('command.configure', { what: countLabel(ids) }),
      run: () => navigate(addressFor('/configure/settings', ids)),
    },
    {
      id: 'command:kiosk',
      label: t('command.kiosk', { what: countLabel(ids) }),
      run: () => navigate(addressFor('/configure/kiosk', ids)),
    },
    undo,
  ];
}

function useSettingCommands(ids: readonly string[]): readonly Command[] {
  const { t } = useTranslation('shell');
  const [, navigate] = useLocation();
  if (ids.length === 0) return [];
  return settingNames(currentLanguage()).map(({ field, group, name }) => ({
    id: `setting:${field}`,
    label: t('command.setting', name),
    run: () => navigate(addressFor('/configure/settings', ids, { group })),
    isSetting: true,
  }));
}

/** Returns the actions on selected headsets; their dialogs open over Fleet. */
function useSelectionCommands(selected: ReadonlySet<string>): readonly Command[] {
  const { t } = useTranslation(['shell', 'fleet']);
  const [, navigate] = useLocation();
  if (selected.size === 0) return [];
  const ids = [...selected];
  const withDialog = (id: string, what: string, dialog: SelectionDialog): Command => ({
    id,
    label: t('shell:command.onSelected', { what, count: ids.length }),
    run: () => {
      navigate('/fleet');
      useSelectionDialog.getState().ask(dialog);
    },
  });
  return [
    ...COMMANDS.map((command) =>
      withDialog(`selected:${command}`, t(`fleet:command.${command}`), { kind: 'command', ids, command }),
    ),
    withDialog('selected:group', t('fleet:group.action'), { kind: 'group', ids }),
    withDialog('selected:macs', t('fleet:macs'), { kind: 'macs', ids }),
    withDialog('selected:remove', t('fleet:remove.action'), { kind: 'remove', ids }),
    ...(ids.length === 1
      ? [withDialog('selected:rename', t('fleet:rename.action'), { kind: 'rename', ids })]
      : []),
  ];
}

/** Returns the actions of the window: copy URL, shortcuts, colours and language. */
function useWindowCommands(onKeys: () => void): readonly Command[] {
  const { t } = useTranslation(['shell', 'common']);
  const { setColorScheme } = useMantineColorScheme();
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(currentAddress());
    notify(t('shell:command.linkCopied'));
  };
  return [
    { id: 'command:link', label: t('shell:command.copyLink'), run: () => void copy() },
    { id: 'command:keys', label: t('shell:command.keys'), run: onKeys },
    { id: 'command:light', label: t('shell:command.light'), run: () => setColorScheme('light') },
    { id: 'command:dark', label: t('shell:command.dark'), run: () => setColorScheme('dark') },
    { id: 'command:system', label: t('shell:command.system'), run: () => setColorScheme('auto') },
    { id: 'command:english', label: t('shell:command.english'), run: () => void chooseLanguage('en') },
    { id: 'command:french', label: t('shell:command.french'), run: () => void chooseLanguage('fr') },
    {
      id: 'command:docs',
      label: t('shell:command.docs'),
      run: () => void window.open('/docs', '_blank', 'noopener'),
    },
  ];
}

/** Returns the URL of this screen, on Fleet with the selection. */
function currentAddress(): string {
  const { origin, pathname, search } = window.location;
  const { selected } = useFleetList.getState();
  if (pathname !== '/fleet' || selected.size === 0) return origin + pathname + search;
  const more = Object.fromEntries(new URLSearchParams(search));
  return origin + addressFor('/fleet', [...selected], more);
}

/** A setting as a search result. */
type SettingName = {
  readonly field: EditorField;
  readonly group: EditorGroup;
  readonly name: { readonly group: string; readonly setting: string };
};

function settingNames(language: Language): readonly SettingName[] {
  const copy = settingsCopyOf(language);
  return allFields().map((field) => {
    const group = groupOf(field);
    return { field, group, name: { group: copy.groups[group], setting: copy.fields[field].label } };
  });
}
