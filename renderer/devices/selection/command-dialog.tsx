import { Autocomplete, Button, Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';

import { Form } from '../../ui/parts/form.tsx';
import { needs } from '../../ui/why/why.ts';
import { sendCommandToMany } from '../../../shared/contract/commands/commands.ts';
import { surveySettings } from '../../../shared/contract/configuration/settings/settings-survey.ts';
import { useFormat } from '../../copy/format.ts';
import { call, isRefused } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { DialogFoot } from '../../ui/dialogs/dialog-foot.tsx';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { ticked } from '../../ui/controls/field-props.ts';

/** Commands for headsets; the names are those of the agents. */
export const COMMANDS = ['identify', 'launch-app', 'stop-app', 'reboot', 'lock', 'unlock'] as const;
export type Command = (typeof COMMANDS)[number];

type Results = z.infer<typeof sendCommandToMany.reply>;
type Props = {
  readonly command: Command;
  readonly ids: readonly string[];
  readonly onClose: () => void;
};

/** How long a command stays queued for an offline headset, if requested, in seconds. */
const WAIT_SEC = 8 * 3_600;

/** Sends a command to headsets and shows which answered, are offline, or failed. */
export function CommandDialog({ command, ids, onClose }: Props): React.JSX.Element {
  const { t } = useTranslation(['fleet', 'common']);
  const needsApp = command === 'launch-app' || command === 'stop-app';
  const apps = useApps(needsApp ? ids : []);
  const [packageName, setPackageName] = useState('');
  const [isWaiting, setWaiting] = useState(false);
  const [results, setResults] = useState<Results | null>(null);
  const { isBusy: isSending, refusal, run } = useAction();

  const send = async (): Promise<void> => {
    const reply = await run(
      call(sendCommandToMany, {
        body: {
          devicesId: [...ids],
          settings: {
            event: command,
            ...(needsApp ? { message: { packageName: packageName.trim() } } : {}),
            ...(isWaiting ? { expiresInSec: WAIT_SEC } : {}),
          },
        },
      }),
    );
    if (reply !== null) setResults(reply);
  };

  return (
    <Dialog onClose={onClose} title={t(`fleet:command.${command}`)}>
      <Form className="stack wide" onSubmit={send}>
        {results === null ? (
          <>
            <p>{t(`fleet:commandText.${command}`, { count: ids.length })}</p>
            {needsApp && (
              <Autocomplete
                data-autofocus
                label={t('fleet:command.app')}
                data={[...apps]}
                value={packageName}
                comboboxProps={{ shadow: 'none' }}
                onChange={setPackageName}
              />
            )}
            <Switch label={t('fleet:command.wait')} {...ticked(isWaiting, setWaiting)} />
          </>
        ) : (
          <Answers results={results} />
        )}
        {refusal !== null && <RefusalNote refusal={refusal} />}
        <DialogFoot cancel={t(results === null ? 'common:cancel' : 'common:close')} onCancel={onClose}>
          {results === null && (
            <Button
              type="submit"
              loading={isSending}
              {...needs(needsApp && packageName.trim() === '' && t('common:need.app'))}
            >
              {t('fleet:command.send', { count: ids.length })}
            </Button>
          )}
        </DialogFoot>
      </Form>
    </Dialog>
  );
}

/** Returns packages on these headsets, the most frequent first. */
function useApps(ids: readonly string[]): readonly string[] {
  const [apps, setApps] = useState<readonly string[]>([]);
  const key = ids.join();
  useEffect(() => {
    if (key === '') return;
    const controller = new AbortController();
    const body = { devicesId: key.split(',') };
    void call(surveySettings, { body, signal: controller.signal }).then((outcome) => {
      if (controller.signal.aborted || isRefused(outcome)) return;
      const { installed } = outcome.reply;
      setApps(installed.toSorted((a, b) => b.count - a.count).map(({ packageName }) => packageName));
    });
    return () => controller.abort();
  }, [key]);
  return apps;
}

/** Results: answered, queued, failed. Never "done" without an answer. */
function Answers({ results }: { results: Results }): React.JSX.Element {
  const { t } = useTranslation(['fleet', 'common']);
  const format = useFormat();
  const nameOf = (id: string): string => useFleet.getState().byId[id]?.label ?? t('common:unnamed');
  const refusedIt = results.filter(({ answer }) => answer?.['accepted'] === false);
  const answered = results.filter(
    ({ status, answer }) => status === 'answered' && answer?.['accepted'] !== false,
  );
  const queued = results.filter(({ status }) => status === 'queued');
  const silent = results.filter(({ success }) => !success);
  const names = (list: Results): string => format.list(list.slice(0, 12).map(({ id }) => nameOf(id)));
  return (
    <ul className="stack" role="status">
      <li className="row">
        <StateGlyph state="ready" />
        {t('fleet:command.answered', { count: answered.length, total: results.length })}
      </li>
      {queued.length > 0 && (
        <li className="row">
          <StateGlyph state="queued" />
          {t('fleet:command.queued', { count: queued.length, names: names(queued) })}
        </li>
      )}
      {silent.length > 0 && (
        <li className="row">
          <StateGlyph state="offline" />
          {t('fleet:command.silent', { count: silent.length, names: names(silent) })}
        </li>
      )}
      {refusedIt.length > 0 && (
        <li className="row">
          <StateGlyph state="failed" />
          {t('fleet:command.refused', { count: refusedIt.length, names: names(refusedIt) })}
        </li>
      )}
    </ul>
  );
}
