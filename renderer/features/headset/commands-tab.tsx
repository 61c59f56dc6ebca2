import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ANSWER_WITHIN_MS } from '../../../shared/contract/commands.ts';
import { listEvents } from '../../../shared/contract/events.ts';
import { useFigures } from '../../copy/figures.ts';
import { call } from '../../service/api.ts';
import { useReading } from '../../service/use-reading.ts';
import { StateGlyph } from '../../ui/state-glyph.tsx';
import { useFleet } from '../fleet/fleet-store.ts';
import { ReadingState } from '../shell/reading-state.tsx';
import { COMMAND_EVENTS, historyOf, type PastCommand, standingOf } from './command-history.ts';
import { useCommandNames } from './command-names.ts';
import { CommandResultLine } from './command-result.tsx';
import { CommandsPanel } from './commands-panel.tsx';
import { jsonFault } from './json-fault.ts';
import { useCommand, type Waiting } from './use-command.ts';
import { useAgain } from './use-record.ts';
import { WaitChoice } from './wait-choice.tsx';

/** What a headset was told and what became of it, and every command that it can be given. */
export function CommandsTab({ id, news }: { id: string; news: number }): React.JSX.Element {
  const hasHeadset = useFleet((fleet) => {
    const headset = fleet.byId[id];
    return headset !== undefined && headset.androidId !== null && !headset.isArchived;
  });
  return (
    <div className="page-split">
      <div className="page-column">
        <PastCommands id={id} news={news} />
      </div>
      <div className="page-column">
        {hasHeadset && (
          <>
            <CommandsPanel id={id} />
            <OtherCommand id={id} />
          </>
        )}
      </div>
    </div>
  );
}

/** How many events of commands are read with each step; the station gives at most 100 at once. */
const STEP = 100;

function PastCommands({ id, news }: { id: string; news: number }): React.JSX.Element {
  const { t } = useTranslation('headset');
  const reading = useAgain(
    useReading((signal) =>
      call(listEvents, {
        params: { deviceId: id },
        query: { types: COMMAND_EVENTS.join(), limit: String(STEP) },
        signal,
      }),
    ),
    news,
  );
  const commands = historyOf(reading.reply?.items ?? []);
  return (
    <section className="panel">
      <header>
        <h2>{t('commands.historyTitle')}</h2>
      </header>
      <ReadingState reading={reading} />
      {reading.reply !== null && commands.length === 0 && <p className="in dim">{t('commands.none')}</p>}
      {commands.length > 0 && (
        <table className="plain-table past-commands">
          <thead>
            <tr>
              <th>{t('commands.when')}</th>
              <th>{t('commands.command')}</th>
              <th>{t('commands.outcome')}</th>
            </tr>
          </thead>
          <tbody>
            {commands.map((command) => (
              <PastRow key={command.commandId} command={command} />
            ))}
          </tbody>
        </table>
      )}
      {reading.reply !== null && reading.reply.total > STEP && (
        <p className="in small dim">{t('commands.older')}</p>
      )}
    </section>
  );
}

function PastRow({ command }: { command: PastCommand }): React.JSX.Element {
  const { t } = useTranslation('headset');
  const figures = useFigures();
  const name = useCommandNames()(command.event);
  const isOver = useFleet((fleet) => (command.expiresAtMs ?? Infinity) + ANSWER_WITHIN_MS < fleet.nowMs);
  const standing = standingOf(command, isOver);
  const { queuedAtMs, endedAtMs, afterMs, expiresAtMs } = command;
  return (
    <tr>
      <td className="dim">{figures.moment(queuedAtMs ?? endedAtMs ?? 0)}</td>
      <td>
        <b>{name}</b>
      </td>
      <td>
        <span className={`status s-${standing.glyph}`}>
          <StateGlyph state={standing.glyph} />
          {t(`outcome.${standing.outcome}`)}
        </span>
        <div className="small dim">
          {standing.outcome === 'waiting' && expiresAtMs !== null
            ? t('commands.until', { when: figures.moment(expiresAtMs) })
            : queuedAtMs !== null && endedAtMs !== null
              ? t('commands.waited', { duration: figures.duration(endedAtMs - queuedAtMs) })
              : afterMs !== null
                ? t('commands.after', { seconds: figures.number(afterMs / 1_000) })
                : null}
        </div>
      </td>
    </tr>
  );
}

/** A command by its name and message, for what has no button: agents of other makers know other words. */
function OtherCommand({ id }: { id: string }): React.JSX.Element {
  const { t } = useTranslation('headset');
  const { sent, isBusy, send } = useCommand(id);
  const [event, setEvent] = useState('');
  const [message, setMessage] = useState('{}');
  const [waiting, setWaiting] = useState<Waiting>(null);
  const fault = jsonFault(message);
  const isUnenrol = event.trim() === 'unenroll';
  return (
    <section className="panel">
      <header>
        <h2>{t('commands.other')}</h2>
      </header>
      <form
        className="stack in"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          if (event.trim() === '' || isUnenrol || fault.kind !== 'none') return;
          void send({ event: event.trim(), message: fault.value }, waiting);
        }}
      >
        <TextInput
          label={t('commands.event')}
          value={event}
          maxLength={64}
          error={isUnenrol ? t('commands.unenrolOwn') : undefined}
          onChange={(changed) => setEvent(changed.currentTarget.value)}
        />
        <Textarea
          label={t('commands.message')}
          className="code-area"
          autosize
          minRows={3}
          maxRows={10}
          value={message}
          error={fault.kind === 'none' ? undefined : t(`json.${fault.kind}`, fault.where)}
          onChange={(changed) => setMessage(changed.currentTarget.value)}
        />
        <div>
          <Button
            type="submit"
            loading={isBusy}
            disabled={event.trim() === '' || isUnenrol || fault.kind !== 'none'}
          >
            {t('commands.send')}
          </Button>
        </div>
      </form>
      <CommandResultLine sent={sent} />
      <WaitChoice waiting={waiting} onChange={setWaiting} />
    </section>
  );
}
