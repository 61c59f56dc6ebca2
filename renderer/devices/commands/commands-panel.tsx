import { Autocomplete, Button, Slider } from '@mantine/core';
import {
  IconBellRinging,
  IconLock,
  IconLockOpen,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
  IconVolume,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import { Form } from '../../ui/parts/form.tsx';
import { needs } from '../../ui/why/why.ts';
import { surveySettings } from '../../../shared/contract/configuration/settings/settings-survey.ts';
import { call } from '../../service/api.ts';
import { useQuery } from '../../service/use-query.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { CommandResultLine } from './command-result.tsx';
import type { Command } from '../record/command-names.ts';
import { pathOfHeadset } from '../../model/fleet/headset-path.ts';
import { useCommand, type Waiting } from './use-command.ts';
import { WaitChoice } from './wait-choice.tsx';

/** Commands with a button here; streams have their own panel. */
const BUTTONS = [
  ['launch-app', IconPlayerPlay],
  ['stop-app', IconPlayerStop],
  ['identify', IconBellRinging],
  ['set-volume', IconVolume],
  ['lock', IconLock],
  ['unlock', IconLockOpen],
  ['reboot', IconRefresh],
] as const satisfies readonly (readonly [Command, unknown])[];

/** Sends a command to a headset, now or when it is back. */
export function CommandsPanel({ id }: { id: string }): React.JSX.Element {
  const { t } = useTranslation('headset');
  const { sent, send } = useCommand(id);
  const [waiting, setWaiting] = useState<Waiting>(null);
  const [confirming, setConfirming] = useState<Command | null>(null);
  const press = (command: Command): void => {
    if (command === 'launch-app' || command === 'set-volume' || command === 'reboot') setConfirming(command);
    else void send({ event: command }, waiting);
  };
  return (
    <section className="panel">
      <header>
        <h2>{t('commands.title')}</h2>
        <Link href={pathOfHeadset(id, 'commands')} className="end plain-link small">
          {t('commands.history')}
        </Link>
      </header>
      <div className="wordy command-buttons grid snug">
        {BUTTONS.map(([command, Icon]) => (
          <Button
            key={command}
            variant="default"
            justify="flex-start"
            leftSection={<Icon className="i s" aria-hidden="true" />}
            aria-expanded={command === 'reboot' || !needsMore(command) ? undefined : confirming === command}
            onClick={() => press(command)}
          >
            {t(`command.${command}`)}
          </Button>
        ))}
      </div>
      {confirming === 'launch-app' && (
        <AppForm
          id={id}
          onSend={(packageName) => {
            setConfirming(null);
            void send({ event: 'launch-app', message: { packageName } }, waiting);
          }}
        />
      )}
      {confirming === 'set-volume' && (
        <VolumeForm
          onSend={(volume) => {
            setConfirming(null);
            void send({ event: 'set-volume', message: { volume } }, waiting);
          }}
        />
      )}
      <CommandResultLine sent={sent} />
      <WaitChoice waiting={waiting} onChange={setWaiting} />
      <ConfirmDialog
        isOpen={confirming === 'reboot'}
        title={t('command.reboot')}
        text={t('commands.rebootText')}
        action={t('commands.rebootAction')}
        onConfirm={() => void send({ event: 'reboot' }, waiting)}
        onClose={() => setConfirming(null)}
      />
    </section>
  );
}

function needsMore(command: Command): boolean {
  return command === 'launch-app' || command === 'set-volume';
}

function AppForm({ id, onSend }: { id: string; onSend: (packageName: string) => void }): React.JSX.Element {
  const { t } = useTranslation(['headset', 'common']);
  const [name, setName] = useState('');
  const survey = useQuery((signal) => call(surveySettings, { body: { devicesId: [id] }, signal }));
  const apps = survey.reply?.installed.map(({ packageName }) => packageName) ?? [];
  return (
    <Form
      className="command-form row"
      onSubmit={() => {
        if (name.trim() !== '') onSend(name.trim());
      }}
    >
      <Autocomplete
        autoFocus
        label={t('commands.package')}
        data={apps}
        value={name}
        comboboxProps={{ shadow: 'none' }}
        onChange={setName}
      />
      <Button type="submit" {...needs(name.trim() === '' && t('common:need.app'))}>
        {t('commands.start')}
      </Button>
    </Form>
  );
}

function VolumeForm({ onSend }: { onSend: (volume: number) => void }): React.JSX.Element {
  const { t } = useTranslation('headset');
  const [volume, setVolume] = useState(50);
  return (
    <Form className="command-form row" onSubmit={() => onSend(volume)}>
      <Slider
        className="grow"
        thumbLabel={t('commands.volume')}
        value={volume}
        onChange={setVolume}
        label={null}
        step={5}
      />
      <b className="num">{volume}</b>
      <Button type="submit">{t('commands.setVolume')}</Button>
    </Form>
  );
}
