import { Combobox, Modal, TextInput, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';

import { useMay } from '../../service/session.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { useFleet, useHeadset, useHeadsetState } from '../../model/fleet/fleet-store.ts';
import { pathOfHeadset } from '../../model/fleet/headset-path.ts';
import { matches } from '../../model/fleet/match.ts';
import { useCommands } from './commands.ts';
import { typed } from '../../ui/controls/field-props.ts';

type Props = {
  /** The text that was typed before the field was loaded. */
  startText: string;
  onClose: () => void;
  onKeys: () => void;
};

/** Maximum number of headsets listed: the next letter narrows them faster than scrolling. */
const MAX_HEADSETS = 8;
const MAX_COMMANDS = 20;

/** Search over headsets and commands, from any screen. */
export function SearchDialog({ startText, onClose, onKeys }: Props): React.JSX.Element {
  const { t } = useTranslation(['shell', 'common']);
  return (
    <Modal.Root
      opened
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
        <Modal.Body
          onKeyDown={(event) => {
            // The list is always open, so the field handles this key.
            if (event.key === 'Escape') onClose();
          }}
        >
          <Search startText={startText} onClose={onClose} onKeys={onKeys} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function Search({ startText, onClose, onKeys }: Props): React.JSX.Element {
  const { t } = useTranslation(['shell', 'common']);
  const [text, setText] = useState(startText);
  // The list is always open; otherwise Enter would first open it.
  const combobox = useCombobox({ opened: true });
  const isTechnician = useMay('technician');
  const commands = useCommands(onKeys).filter(({ id }) => isTechnician || FOR_ALL.has(id));
  const [, navigate] = useLocation();
  const headsets = useMatchingHeadsets(text);
  const sought = text.trim().toLowerCase();
  const matching = commands.filter(({ label }) => label.toLowerCase().includes(sought));
  const settings = sought.length > 1 ? matching.filter(({ isSetting }) => isSetting === true) : [];
  const others = matching.filter(({ isSetting }) => isSetting !== true);
  const groups = [
    ['commands', others.slice(0, MAX_COMMANDS)],
    ['settings', settings.slice(0, Math.max(0, MAX_COMMANDS - others.length))],
  ] as const;
  const found = headsets.length + others.length + settings.length;

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
          {...typed(text, setText)}
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
        {groups.map(
          ([kind, commandsOfKind]) =>
            commandsOfKind.length > 0 && (
              <Combobox.Group key={kind} label={t(`shell:search.${kind}`)}>
                {commandsOfKind.map((command) => (
                  <Combobox.Option key={command.id} value={command.id}>
                    {command.label}
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ),
        )}
        {found === 0 && <Combobox.Empty>{t('shell:search.nothing', { text })}</Combobox.Empty>}
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
    return order.filter((id) => matches(byId[id], text)).slice(0, MAX_HEADSETS);
  }, [order, text]);
}

/** Commands that change nothing at the station. */
const FOR_ALL: ReadonlySet<string> = new Set([
  'screen:/fleet',
  'screen:/class',
  'screen:/content',
  'screen:/statistics',
  'command:link',
  'command:keys',
  'command:light',
  'command:dark',
  'command:system',
  'command:english',
  'command:french',
]);
