import { Button, Switch, TextInput } from '@mantine/core';
import { useEffect, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';

import type { MusterBridge, UpdateState } from '../../../shared/ipc.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { ProgramPanel } from './program-panel.tsx';

/** Interval of updates of the update state, in ms. */
const INTERVAL_MS = 3_000;

/** Features of the desktop app: start at login, key protection, updates. In a browser: what is possible there. */
export function DesktopPanel(): React.JSX.Element {
  const { t } = useTranslation('care');
  const shell = window.muster;
  return (
    <section className="panel">
      <header>
        <h2>{t('desktop.title')}</h2>
      </header>
      {shell === undefined ? <ProgramPanel /> : <InShell shell={shell} />}
    </section>
  );
}

type KeyProtection = Awaited<ReturnType<MusterBridge['appInfo']>>['keyProtection'];

function InShell({ shell }: { shell: MusterBridge }): React.JSX.Element {
  const { t } = useTranslation('care');
  const [key, setKey] = useState<KeyProtection | null>(null);
  const [startsAtLogin, setStartsAtLogin] = useState<boolean | null>(null);
  useEffect(() => {
    void shell.appInfo().then(({ keyProtection }) => setKey(keyProtection));
    void shell.launchAtLogin().then(({ isOn }) => setStartsAtLogin(isOn));
  }, [shell]);
  const change = async (isOn: boolean): Promise<void> => {
    setStartsAtLogin((await shell.setLaunchAtLogin({ isOn })).isOn);
  };
  return (
    <>
      <div className="pad">
        <Switch
          checked={startsAtLogin ?? false}
          disabled={startsAtLogin === null}
          label={t('desktop.login')}
          onChange={(event) => void change(event.currentTarget.checked)}
        />
      </div>
      {key !== null && (
        <div className="pad">
          <div className={key === 'system' ? 'note' : 'note warn'}>
            <StateGlyph state={key === 'system' ? 'ready' : 'attention'} />
            <div>{t(`desktop.key.${key}`)}</div>
          </div>
        </div>
      )}
      <Updates shell={shell} />
    </>
  );
}

function Updates({ shell }: { shell: MusterBridge }): React.JSX.Element | null {
  const [updates, setUpdates] = useState<UpdateState | null>(null);
  useEffect(() => {
    // While the station stops for an update it does not answer; the last state stays.
    const check = (): void => void shell.updates().then(setUpdates, () => undefined);
    check();
    const timer = setInterval(check, INTERVAL_MS);
    return () => clearInterval(timer);
  }, [shell]);
  if (updates === null) return null;
  return (
    <div className="pad stack">
      <UpdateSettings key={updates.feed} updates={updates} shell={shell} onChanged={setUpdates} />
      <UpdateNow updates={updates} shell={shell} onChanged={setUpdates} />
    </div>
  );
}

type UpdateProps = {
  updates: UpdateState;
  shell: MusterBridge;
  onChanged: (updates: UpdateState) => void;
};

function UpdateSettings({ updates, shell, onChanged }: UpdateProps): React.JSX.Element {
  const { t } = useTranslation('care');
  const [feed, setFeed] = useState(updates.feed);
  const cannot = updates.state === 'unavailable';
  const change = async (isOn: boolean): Promise<void> => onChanged(await shell.setUpdates({ isOn, feed }));
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    void change(updates.isOn);
  };
  return (
    <form className="form" onSubmit={submit}>
      <Switch
        checked={updates.isOn}
        disabled={cannot}
        label={t('desktop.updates')}
        description={t('desktop.updatesText')}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
      {!cannot && (
        <TextInput
          label={t('desktop.feed')}
          description={t('desktop.feedText')}
          value={feed}
          maxLength={2_048}
          onChange={(event) => setFeed(event.currentTarget.value)}
        />
      )}
      {feed !== updates.feed && (
        <div>
          <Button type="submit" variant="default">
            {t('desktop.save')}
          </Button>
        </div>
      )}
    </form>
  );
}

function UpdateNow({ updates, shell, onChanged }: UpdateProps): React.JSX.Element {
  const { t } = useTranslation('care');
  const { state, problem, isBusy } = updates;
  const version = updates.version ?? '';
  const canCheck = state === 'current' || state === 'failed';
  const install = (): void => void shell.installUpdate().then(onChanged);
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
          <Button variant="default" onClick={() => void shell.checkForUpdates().then(onChanged)}>
            {t('desktop.check')}
          </Button>
        </div>
      )}
      {state === 'ready' && (
        <div>
          <Button disabled={isBusy} onClick={install}>
            {t('desktop.install', { version })}
          </Button>
        </div>
      )}
      {state !== 'unavailable' && <p className="small dim">{t('desktop.back')}</p>}
    </>
  );
}
