import { Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { MusterBridge } from '../../../shared/ipc.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { Panel } from '../../ui/parts/panel.tsx';
import { ProgramPanel } from './program-panel.tsx';
import { UpdatesPanel } from './updates-panel.tsx';
import { ticked } from '../../ui/controls/field-props.ts';

/** Features of the desktop app: start at login, key protection, updates. In a browser: what is possible there. */
export function DesktopPanel(): React.JSX.Element {
  const { t } = useTranslation('care');
  const shell = window.muster;
  return (
    <Panel title={t('desktop.title')}>
      {shell === undefined ? <ProgramPanel /> : <InShell shell={shell} />}
    </Panel>
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
          {...ticked(startsAtLogin ?? false, (isOn) => void change(isOn))}
          disabled={startsAtLogin === null}
          aria-busy={startsAtLogin === null}
          label={t('desktop.login')}
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
      <UpdatesPanel source={shell} back={t('desktop.back')} />
    </>
  );
}
