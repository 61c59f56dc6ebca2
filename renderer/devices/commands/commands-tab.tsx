import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Form } from '../../ui/parts/form.tsx';
import { needs } from '../../ui/why/why.ts';
import { Panel } from '../../ui/parts/panel.tsx';
import { useMay } from '../../service/session.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { CommandResultLine } from './command-result.tsx';
import { CommandsPanel } from './commands-panel.tsx';
import { jsonFault } from '../../model/json-fault.ts';
import { PastCommands } from './past-commands.tsx';
import { useCommand, type Waiting } from './use-command.ts';
import { WaitChoice } from './wait-choice.tsx';
import { typed } from '../../ui/controls/field-props.ts';

/** Past commands of a headset with their results, and every command that can be sent. */
export function CommandsTab({ id, updates }: { id: string; updates: number }): React.JSX.Element {
  const isTechnician = useMay('technician');
  const hasHeadset = useFleet((fleet) => {
    const headset = fleet.byId[id];
    return headset !== undefined && headset.androidId !== null && !headset.isArchived;
  });
  return (
    <div className="page-split">
      <div className="stack wide">
        <PastCommands id={id} updates={updates} />
      </div>
      <div className="stack wide">
        {isTechnician && hasHeadset && (
          <>
            <CommandsPanel id={id} />
            <OtherCommand id={id} />
          </>
        )}
      </div>
    </div>
  );
}

/** A command by name and message, for those without a button: agents of other manufacturers have other commands. */
function OtherCommand({ id }: { id: string }): React.JSX.Element {
  const { t } = useTranslation(['headset', 'common']);
  const { sent, isBusy, send } = useCommand(id);
  const [event, setEvent] = useState('');
  const [message, setMessage] = useState('{}');
  const [waiting, setWaiting] = useState<Waiting>(null);
  const fault = jsonFault(message);
  const isUnenrol = event.trim() === 'unenroll';
  return (
    <Panel title={t('commands.other')}>
      <Form
        className="stack in"
        onSubmit={() => {
          if (event.trim() === '' || isUnenrol || fault.kind !== 'none') return;
          void send({ event: event.trim(), message: fault.value }, waiting);
        }}
      >
        <TextInput
          label={t('commands.event')}
          {...typed(event, setEvent)}
          maxLength={64}
          error={isUnenrol ? t('commands.unenrolOwn') : undefined}
        />
        <Textarea
          label={t('commands.message')}
          className="code-area"
          autosize
          minRows={3}
          maxRows={10}
          {...typed(message, setMessage)}
          error={fault.kind === 'none' ? undefined : t(`json.${fault.kind}`, fault.where)}
        />
        <div>
          <Button
            type="submit"
            loading={isBusy}
            {...needs(
              isUnenrol
                ? t('commands.unenrolOwn')
                : fault.kind === 'none'
                  ? event.trim() === '' && t('common:need.command')
                  : t(`json.${fault.kind}`, fault.where),
            )}
          >
            {t('commands.send')}
          </Button>
        </div>
      </Form>
      <CommandResultLine sent={sent} />
      <WaitChoice waiting={waiting} onChange={setWaiting} />
    </Panel>
  );
}
