import { Menu } from '@mantine/core';
import {
  IconBell,
  IconEye,
  IconPlayerPlay,
  IconPlayerStop,
  IconSelector,
  IconVolume,
} from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { MAX_IN_CLASS } from '../../../shared/contract/classroom/class.ts';
import { useFormat } from '../../copy/format.ts';
import type { ClassApp, ClassVideo } from './apps.ts';
import { MoreMenu } from './more-menu.tsx';
import { sendAction, useClassRuns } from '../board/class-store.ts';

type Props = {
  /** Headsets of the buttons: the selected ones, else all. */
  ids: readonly string[];
  /** Those that are not in the app yet. */
  idsToStart: readonly string[];
  /** Number of available ones, and those in attention mode. */
  here: number;
  idsInAttention: readonly string[];
  isChosen: boolean;
  apps: readonly ClassApp[];
  app: Pick<ClassApp, 'packageName' | 'name'> | null;
  onApp: (packageName: string) => void;
  videos: readonly ClassVideo[];
  onChoose: (ids: readonly string[]) => void;
  onLive: (ids: readonly string[]) => void;
};

export const VOLUMES = [0, 20, 50, 80] as const;

/** The teacher's main actions, one big button each. Re-rendered only when the headsets or the layout change. */
export const Dock = memo(function Dock(props: Props): React.JSX.Element {
  const { ids, idsToStart, isChosen, app } = props;
  const { t } = useTranslation('class');
  const isSending = useClassRuns((state) => state.isSending);
  const isBusy = isSending || ids.length === 0 || ids.length > MAX_IN_CLASS;
  const rest = idsToStart.length > 0 && idsToStart.length < ids.length ? idsToStart : ids;
  const start = rest === ids ? 'startAll' : 'startRest';
  return (
    <footer className="dock" role="toolbar" aria-label={t('dock.label')}>
      <AppMenu {...props} />
      <Eyes {...props} isBusy={isBusy} />
      <button
        type="button"
        className="big-btn"
        disabled={isBusy || app === null}
        onClick={() => app !== null && void sendAction(rest, { do: 'start', packageName: app.packageName })}
      >
        <IconPlayerPlay aria-hidden="true" />
        <Label
          long={t(isChosen ? 'dock.startSome' : `dock.${start}`, { count: rest.length })}
          short={t(rest === ids && !isChosen ? 'dock.short.start' : 'dock.short.startSome', {
            count: rest.length,
          })}
        />
      </button>
      <VolumeMenu ids={ids} isBusy={isBusy} />
      <button
        type="button"
        className="big-btn icon"
        disabled={isBusy}
        title={t('dock.identify')}
        onClick={() => void sendAction(ids, { do: 'identify' })}
      >
        <IconBell aria-hidden="true" />
        <Label isIcon long={t('dock.identify')} short={t('dock.short.identify')} />
      </button>
      <MoreMenu
        ids={ids}
        videos={props.videos}
        isChosen={isChosen}
        isBusy={isBusy}
        onChoose={props.onChoose}
        onLive={props.onLive}
      />
      <button
        type="button"
        className="big-btn danger"
        disabled={isBusy}
        onClick={() => void sendAction(ids, { do: 'stop' })}
      >
        <IconPlayerStop aria-hidden="true" />
        <Label long={t('dock.stop')} short={t('dock.stop')} />
      </button>
    </footer>
  );
}, areAlike);

/** The label of a button: the whole sentence for screen readers and if it fits, otherwise one word. */
function Label({ long, short, isIcon }: { long: string; short: string; isIcon?: true }): React.JSX.Element {
  return (
    <>
      <span className={isIcon ? 'sr' : 'dock-long'}>{long}</span>
      <span className={isIcon ? 'dock-short of-icon' : 'dock-short'} aria-hidden="true">
        {short}
      </span>
    </>
  );
}

function areAlike(before: Props, after: Props): boolean {
  return (
    before.here === after.here &&
    before.isChosen === after.isChosen &&
    before.apps === after.apps &&
    before.app === after.app &&
    before.onApp === after.onApp &&
    before.videos === after.videos &&
    before.onChoose === after.onChoose &&
    before.onLive === after.onLive &&
    areSame(before.ids, after.ids) &&
    areSame(before.idsToStart, after.idsToStart) &&
    areSame(before.idsInAttention, after.idsInAttention)
  );
}

function areSame(before: readonly string[], after: readonly string[]): boolean {
  return before === after || (before.length === after.length && before.every((id, at) => id === after[at]));
}

/** Switches attention mode on and off. Both buttons if only some headsets are in it. */
function Eyes({
  ids,
  idsInAttention,
  here,
  isChosen,
  isBusy,
}: Props & { isBusy: boolean }): React.JSX.Element {
  const { t } = useTranslation('class');
  const isAnyInAttention = idsInAttention.length > 0;
  const isAllInAttention = isAnyInAttention && idsInAttention.length >= here;
  return (
    <>
      {!isAllInAttention && (
        <button
          type="button"
          className="big-btn primary"
          disabled={isBusy}
          onClick={() => void sendAction(ids, { do: 'look' })}
        >
          <IconEye aria-hidden="true" />
          <Label
            long={t(isChosen ? 'dock.lookSome' : 'dock.look', { count: ids.length })}
            short={t('dock.short.look')}
          />
        </button>
      )}
      {isAnyInAttention && (
        <button
          type="button"
          className={`big-btn ${isAllInAttention ? 'primary' : ''}`}
          disabled={isBusy}
          onClick={() => void sendAction(isAllInAttention ? ids : idsInAttention, { do: 'resume' })}
        >
          <IconPlayerPlay aria-hidden="true" />
          <Label
            long={t(isAllInAttention ? 'dock.resume' : 'dock.resumeSome', { count: idsInAttention.length })}
            short={t('dock.resume')}
          />
        </button>
      )}
    </>
  );
}

function AppMenu({ apps, app, ids, onApp }: Props): React.JSX.Element {
  const { t } = useTranslation('class');
  return (
    <Menu position="top-start" width={300}>
      <Menu.Target>
        <button type="button" className="big-btn app-btn">
          <span className="grow">
            <b className="cut">{app?.name ?? t('dock.noApp')}</b>
            <small>{t(app === null ? 'dock.choose' : 'dock.chooseOther')}</small>
          </span>
          <IconSelector aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown className="class-menu">
        <AppItems apps={apps} total={ids.length} onApp={onApp} />
      </Menu.Dropdown>
    </Menu>
  );
}

type AppItemsProps = Pick<Props, 'apps' | 'onApp'> & { total: number };

/** The apps of a class or a headset, as items of a menu. */
export function AppItems({ apps, total, onApp }: AppItemsProps): React.JSX.Element {
  const { t } = useTranslation('class');
  const [isAllShown, setAllShown] = useState(false);
  // Assigned apps are for the lesson; preinstalled ones are listed apart.
  const assigned = apps.filter(({ isAssigned }) => isAssigned);
  const others = apps.length - assigned.length;
  return (
    <>
      {apps.length === 0 && <Menu.Label>{t('dock.noApps')}</Menu.Label>}
      {(assigned.length === 0 || isAllShown ? apps : assigned).map(({ packageName, name, count }) => (
        <Menu.Item key={packageName} onClick={() => onApp(packageName)}>
          <b>{name}</b> <span className="small faint">{t('dock.on', { count, total })}</span>
        </Menu.Item>
      ))}
      {assigned.length > 0 && others > 0 && !isAllShown && (
        <Menu.Item closeMenuOnClick={false} onClick={() => setAllShown(true)}>
          {t('dock.otherApps', { count: others })}
        </Menu.Item>
      )}
    </>
  );
}

function VolumeMenu({ ids, isBusy }: { ids: readonly string[]; isBusy: boolean }): React.JSX.Element {
  const { t } = useTranslation('class');
  const format = useFormat();
  return (
    <Menu position="top" width={200}>
      <Menu.Target>
        <button type="button" className="big-btn icon" disabled={isBusy} title={t('dock.volume')}>
          <IconVolume aria-hidden="true" />
          <Label isIcon long={t('dock.volume')} short={t('dock.volume')} />
        </button>
      </Menu.Target>
      <Menu.Dropdown className="class-menu">
        {VOLUMES.map((volume) => (
          <Menu.Item key={volume} onClick={() => void sendAction(ids, { do: 'volume', volume })}>
            {volume === 0 ? t('dock.mute') : format.percent(volume / 100)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
