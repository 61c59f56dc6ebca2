import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ANSWER_WITHIN_MS, cancelCommand } from '../../../shared/contract/commands/commands.ts';
import { useFormat } from '../../copy/format.ts';
import { call } from '../../service/api.ts';
import { useMay } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { useQuery } from '../../service/use-query.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { Panel } from '../../ui/parts/panel.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { useCodeLabels } from '../../model/labels/code-labels.ts';
import { historyOf, type PastCommand, readCommandEvents, complianceOf } from './command-history.ts';
import { useCommandNames } from '../record/command-names.ts';
import { useAgain } from '../record/use-record.ts';

type Props = { id: string; updates: number };

/** Past commands of a headset with their results, newest first; older ones on request. */
export function PastCommands({ id, updates }: Props): React.JSX.Element {
  const { t } = useTranslation(['headset', 'common']);
  const [pages, setPages] = useState(1);
  // Both only rise, so that their sum changes whenever either does.
  const query = useAgain(
    useQuery((signal) => readCommandEvents(id, pages, signal)),
    updates + pages,
  );
  const { reply } = query;
  const commands = historyOf(reply?.items ?? []);
  return (
    <Panel title={t('commands.historyTitle')}>
      <ReadingState query={query} />
      {reply !== null && commands.length === 0 && <p className="in dim">{t('commands.none')}</p>}
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
              <PastRow
                key={command.commandId}
                id={id}
                command={command}
                onCancelled={() => void query.reload()}
              />
            ))}
          </tbody>
        </table>
      )}
      {reply !== null && reply.total > reply.items.length && (
        <p className="in">
          <Button variant="subtle" onClick={() => setPages((count) => count + 1)}>
            {t('common:more')}
          </Button>
        </p>
      )}
    </Panel>
  );
}

type RowProps = { id: string; command: PastCommand; onCancelled: () => void };

function PastRow({ id, command, onCancelled }: RowProps): React.JSX.Element {
  const { t } = useTranslation('headset');
  const format = useFormat();
  const name = useCommandNames()(command.event);
  const isTechnician = useMay('technician');
  const isOver = useFleet((fleet) => (command.expiresAtMs ?? Infinity) + ANSWER_WITHIN_MS < fleet.nowMs);
  const status = complianceOf(command, isOver);
  return (
    <tr>
      <td className="dim" data-label={t('commands.when')}>
        {format.moment(command.queuedAtMs ?? command.endedAtMs ?? 0)}
      </td>
      <td data-label={t('commands.command')}>
        <b className="cut">{name}</b>
      </td>
      <td data-label={t('commands.outcome')}>
        <span className={`status s-${status.glyph}`}>
          <StateGlyph state={status.glyph} />
          {t(`outcome.${status.outcome}`)}
        </span>
        <div className="small dim">
          <CommandDetails command={command} isWaiting={status.outcome === 'waiting'} />
        </div>
        {status.outcome === 'waiting' && isTechnician && (
          <CancelCommand id={id} commandId={command.commandId} onCancelled={onCancelled} />
        )}
      </td>
    </tr>
  );
}

type CommandDetailsProps = { command: PastCommand; isWaiting: boolean };

/** Reason, expiry or duration, whichever is known. */
function CommandDetails({ command, isWaiting }: CommandDetailsProps): React.JSX.Element | null {
  const { t } = useTranslation('headset');
  const format = useFormat();
  const codes = useCodeLabels();
  const { queuedAtMs, endedAtMs, afterMs, expiresAtMs, reason } = command;
  if (reason !== null) {
    return (
      <>
        {codes(reason)} <span className="mono faint micro">{reason}</span>
      </>
    );
  }
  if (isWaiting && expiresAtMs !== null)
    return <>{t('commands.until', { when: format.moment(expiresAtMs) })}</>;
  if (queuedAtMs !== null && endedAtMs !== null)
    return <>{t('commands.waited', { duration: format.duration(endedAtMs - queuedAtMs) })}</>;
  return afterMs === null ? null : <>{t('commands.after', { seconds: format.number(afterMs / 1_000) })}</>;
}

type CancelProps = { id: string; commandId: string; onCancelled: () => void };

/** Cancels a queued command; the station refuses if it was sent. */
export function CancelCommand({ id, commandId, onCancelled }: CancelProps): React.JSX.Element {
  const { t } = useTranslation('headset');
  const { isBusy, refusal, run } = useAction();
  const cancel = async (): Promise<void> => {
    await run(call(cancelCommand, { params: { deviceId: id, commandId } }));
    onCancelled();
  };
  return (
    <>
      <SmallButton mt={4} loading={isBusy} onClick={() => void cancel()}>
        {t('commands.cancel')}
      </SmallButton>
      {refusal?.refused === 'CONFLICT' ? (
        <p className="small s-attention" role="alert">
          {t('commands.cancelReceived')}
        </p>
      ) : (
        refusal !== null && <RefusalNote refusal={refusal} />
      )}
    </>
  );
}
