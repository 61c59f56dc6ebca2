import { Button, Switch, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { MusterBridge } from '../../../shared/ipc.ts';
import type { UpdateState } from '../../../shared/update-state.ts';
import { Form } from '../../ui/parts/form.tsx';
import { ticked, typed } from '../../ui/controls/field-props.ts';

/** Interval of updates of the update state, in ms. */
const INTERVAL_MS = 3_000;

/** What updates are asked of: the desktop shell, or the station. */
export type UpdateSource = Pick<MusterBridge, 'updates' | 'setUpdates' | 'checkForUpdates' | 'installUpdate'>;

/** `back`: how to return to the version before. */
type UpdatesPanelProps = { source: UpdateSource; back: string };

/** Updates of the desktop app or of a portable copy: the switch, their source, and the new version. */
export function UpdatesPanel({ source, back }: UpdatesPanelProps): React.JSX.Element | null {
  const [updates, setUpdates] = useState<UpdateState | null>(null);
  useEffect(() => {
    // While the station stops for an update it does not answer; the last state stays.
    const check = (): void => void source.updates().then(setUpdates, () => undefined);
    check();
    const timer = setInterval(check, INTERVAL_MS);
    return () => clearInterval(timer);
  }, [source]);
  if (updates === null) return null;
  // A request that fails changes nothing; the next check shows what is so.
  const change = (request: Promise<UpdateState>): void => void request.then(setUpdates, () => undefined);
  return (
    <div className="pad stack">
      <UpdateSettings key={updates.feed} updates={updates} source={source} onChange={change} />
      <UpdateNow updates={updates} source={source} onChange={change} back={back} />
    </div>
  );
}

type UpdateProps = {
  updates: UpdateState;
  source: UpdateSource;
  onChange: (request: Promise<UpdateState>) => void;
};

function UpdateSettings({ updates, source, onChange }: UpdateProps): React.JSX.Element {
  const { t } = useTranslation('care');
  const [feed, setFeed] = useState(updates.feed);
  const cannot = updates.state === 'unavailable';
  const change = (isOn: boolean): void => onChange(source.setUpdates({ isOn, feed }));
  const submit = (): void => {
    change(updates.isOn);
  };
  return (
    <Form className="form" onSubmit={submit}>
      <Switch
        {...ticked(updates.isOn, change)}
        disabled={cannot}
        label={t('desktop.updates')}
        description={t('desktop.updatesText')}
      />
      {!cannot && (
        <TextInput
          label={t('desktop.feed')}
          description={t('desktop.feedText')}
          {...typed(feed, setFeed)}
          maxLength={2_048}
        />
      )}
      {feed !== updates.feed && (
        <div>
          <Button type="submit" variant="default">
            {t('desktop.save')}
          </Button>
        </div>
      )}
    </Form>
  );
}

function UpdateNow({ updates, source, onChange, back }: UpdateProps & { back: string }): React.JSX.Element {
  const { t } = useTranslation('care');
  const { state, problem, isBusy } = updates;
  const version = updates.version ?? '';
  const canCheck = state === 'current' || state === 'failed';
  const install = (): void => onChange(source.installUpdate());
  return (
    <>
      <p className={state === 'failed' ? 's-failed' : 'dim'} role="status">
        {problem === null
          ? t(`desktop.state.${state}`, { version })
          : t(`desktop.problem.${problem}`, { version })}
        {state === 'ready' && isBusy && ` ${t('desktop.busy')}`}
      </p>
      {canCheck && (
        <div>
          <Button variant="default" onClick={() => onChange(source.checkForUpdates())}>
            {t('desktop.check')}
          </Button>
        </div>
      )}
      {state === 'ready' && (
        <div>
          <Button loading={isBusy} onClick={install}>
            {t('desktop.install', { version })}
          </Button>
        </div>
      )}
      {state !== 'unavailable' && <p className="small dim">{back}</p>}
    </>
  );
}
