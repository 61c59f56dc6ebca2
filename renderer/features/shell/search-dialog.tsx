import { Combobox, Modal, TextInput, useCombobox, useMantineColorScheme } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';

import { chooseLanguage, currentLanguage } from '../../copy/language.ts';
import { StateGlyph } from '../../ui/state-glyph.tsx';
import { useFleet, useHeadset, useHeadsetState } from '../fleet/fleet-store.ts';
import { useFleetList } from '../fleet/fleet-list-store.ts';
import { pathOfHeadset } from '../headset/headset-path.ts';
import { matches } from '../fleet/match.ts';
import { addressFor } from '../configure/selection-address.ts';
import { previewOfLastChange } from './put-back-last.ts';
import type { SettingName } from './setting-names.ts';

type Props = { isOpen: boolean; onClose: () => void; onKeys: () => void };

/** More headsets than this are not listed: the next letter narrows them faster than scrolling. */
const MOST_HEADSETS = 8;
const MOST_COMMANDS = 20;

/** Search over headsets and commands, from any screen. */
export function SearchDialog({ isOpen, onClose, onKeys }: Props): React.JSX.Element {
  const { t } = useTranslation(['shell', 'common']);
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      yOffset="12vh"
      transitionProps={{ duration: 0 }}
      centered={false}
      padding={0}
      radius={12}
      lockScroll={false}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('shell:search.open')}>
        <Modal.Body>
          <Search onClose={onClose} onKeys={onKeys} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function Search({ onClose, onKeys }: Omit<Props, 'isOpen'>): React.JSX.Element {
  const { t } = useTranslation(['shell', 'common']);
  const [text, setText] = useState('');
  // The list always lies open under the field; without this, Enter would first open it.
  const combobox = useCombobox({ opened: true });
  const commands = useCommands(onKeys);
  const [, navigate] = useLocation();
  const headsets = useMatchingHeadsets(text);
  const sought = text.trim().toLowerCase();
  const matching = commands
    .filter(({ label, isSetting = false }) =>
      isSetting
        ? sought.length > 1 && label.toLowerCase().includes(sought)
        : label.toLowerCase().includes(sought),
    )
    .slice(0, MOST_COMMANDS);

  useEffect(() => {
    combobox.selectFirstOption();
  }, [text, combobox]);

  const submit = (value: string): void => {
    onClose();
    const command = commands.find(({ id }) => id === value);
    if (command !== undefined) return command.run();
    navigate(pathOfHeadset(value));
  };

  return (
    <Combobox store={combobox} onOptionSubmit={submit} withinPortal={false}>
      <Combobox.EventsTarget>
        <TextInput
          autoFocus
          className="search-field"
          variant="unstyled"
          size="md"
          leftSection={<IconSearch className="i" aria-hidden="true" />}
          placeholder={t('shell:search.placeholder')}
          aria-label={t('shell:search.placeholder')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className="search-options" aria-label={t('shell:search.open')}>
        {headsets.length > 0 && (
          <Combobox.Group label={t('shell:search.headsets')}>
            {headsets.map((id) => (
              <Combobox.Option key={id} value={id}>
                <HeadsetOption id={id} />
              </Combobox.Option>
            ))}
          </Combobox.Group>
        )}
        {matching.length > 0 && (
          <Combobox.Group label={t('shell:search.commands')}>
            {matching.map((command) => (
              <Combobox.Option key={command.id} value={command.id}>
                {command.label}
              </Combobox.Option>
            ))}
          </Combobox.Group>
        )}
        {headsets.length + matching.length === 0 && (
          <Combobox.Empty>{t('shell:search.nothing', { text })}</Combobox.Empty>
        )}
      </Combobox.Options>
    </Combobox>
  );
}

function HeadsetOption({ id }: { id: string }): React.JSX.Element | null {
  const { t } = useTranslation('common');
  const headset = useHeadset(id);
  const state = useHeadsetState(id);
  if (headset === undefined || state === undefined) return null;
  return (
    <span className="row">
      <StateGlyph state={state.state} />
      <b>{headset.label ?? t('unnamed')}</b>
      <span className="dim cut">{headset.model}</span>
      <span className="faint small end">{t(`state.${state.state}`)}</span>
    </span>
  );
}

function useMatchingHeadsets(text: string): readonly string[] {
  const order = useFleet((fleet) => fleet.order);
  return useMemo(() => {
    const { byId } = useFleet.getState();
    if (text.trim() === '') return [];
    return order.filter((id) => matches(byId[id], text)).slice(0, MOST_HEADSETS);
  }, [order, text]);
}

/** Settings are found by their words only: all of them at once would bury the commands. */
type Command = { id: string; label: string; run: () => void; isSetting?: boolean };

function useCommands(onKeys: () => void): readonly Command[] {
  const { t } = useTranslation('shell');
  const [, navigate] = useLocation();
  const { setColorScheme } = useMantineColorScheme();
  const selected = useFleetList((list) => list.selected);
  const order = useFleet((fleet) => fleet.order);
  const ids = selected.size > 0 ? [...selected] : order;
  const settings = useSettingNames().map(({ field, group, name }) => ({
    id: `setting:${field}`,
    label: t('command.setting', name),
    run: () => navigate(addressFor('/configure/settings', ids, { group })),
    isSetting: true,
  }));
  return [
    { id: 'command:fleet', label: t('command.goFleet'), run: () => navigate('/fleet') },
    { id: 'command:enrol', label: t('command.goEnrol'), run: () => navigate('/enrol') },
    { id: 'command:configure', label: t('command.goConfigure'), run: () => navigate('/configure') },
    {
      id: 'command:history',
      label: t('command.history'),
      run: () => navigate('/configure/history'),
    },
    ...(ids.length === 0
      ? []
      : [
          {
            id: 'command:settings',
            label: t('command.configure', { count: ids.length }),
            run: () => navigate(addressFor('/configure/settings', ids)),
          },
          {
            id: 'command:kiosk',
            label: t('command.kiosk', { count: ids.length }),
            run: () => navigate(addressFor('/configure/kiosk', ids)),
          },
        ]),
    {
      id: 'command:putBack',
      label: t('command.putBack'),
      run: () => void previewOfLastChange().then(navigate),
    },
    {
      id: 'command:new-profile',
      label: t('command.newProfile'),
      run: () => navigate('/configure/profiles/new'),
    },
    { id: 'command:content', label: t('command.goContent'), run: () => navigate('/content') },
    { id: 'command:sync', label: t('command.goSync'), run: () => navigate('/sync') },
    { id: 'command:station', label: t('command.goStation'), run: () => navigate('/station') },
    { id: 'command:keys', label: t('command.keys'), run: onKeys },
    { id: 'command:light', label: t('command.light'), run: () => setColorScheme('light') },
    { id: 'command:dark', label: t('command.dark'), run: () => setColorScheme('dark') },
    { id: 'command:system', label: t('command.system'), run: () => setColorScheme('auto') },
    { id: 'command:english', label: t('command.english'), run: () => void chooseLanguage('en') },
    { id: 'command:french', label: t('command.french'), run: () => void chooseLanguage('fr') },
    {
      id: 'command:docs',
      label: t('command.docs'),
      run: () => void window.open('/docs', '_blank', 'noopener'),
    },
    ...(ids.length === 0 ? [] : settings),
  ];
}

/** The names of all settings, loaded when search is first opened: nobody waits for them at the start. */
function useSettingNames(): readonly SettingName[] {
  const [names, setNames] = useState<readonly SettingName[]>([]);
  useEffect(() => {
    let isGone = false;
    void import('./setting-names.ts').then(({ settingNames }) => {
      if (!isGone) setNames(settingNames(currentLanguage()));
    });
    return () => {
      isGone = true;
    };
  }, []);
  return names;
}
