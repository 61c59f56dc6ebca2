import { Menu } from '@mantine/core';
import {
  IconBell,
  IconEye,
  IconMessage,
  IconPlayerPlay,
  IconPlayerStop,
  IconSelector,
  IconVolume,
} from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { blockedBy } from '../../ui/why/why.ts';
import { MAX_IN_CLASS } from '../../../shared/contract/classroom/class.ts';
import { useFormat } from '../../copy/format.ts';
import type { ClassApp, ClassVideo } from '../state/apps.ts';
import { MoreMenu } from './more-menu.tsx';
import { endLesson, sendAction, startApp, useClassRuns } from '../state/class-store.ts';
import { TextDialog } from './text-dialog.tsx';
import { useUnsupportedCount } from '../state/unsupported.ts';

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

/**
 * The teacher's main actions, one big button each, always in the same places: what is not possible now is disabled,
 * with the reason. Re-rendered only when the headsets or the layout change.
 */
export const Dock = memo(function Dock(props: Props): React.JSX.Element {
  const { ids, idsToStart, idsInAttention, isChosen, app } = props;
  const { t } = useTranslation('class');
  const isSending = useClassRuns((state) => state.isSending);
  const isTooMany = ids.length > MAX_IN_CLASS;
  const why = isTooMany ? t('hint.tooMany', { count: MAX_IN_CLASS }) : isSending ? t('dock.sending') : null;
  const whyNone = why ?? (ids.length === 0 ? t('dock.nobody') : null);
  const rest = idsToStart.length > 0 && idsToStart.length < ids.length ? idsToStart : ids;
  const start = rest === ids ? 'startAll' : 'startRest';
  return (
    <footer className="dock" role="toolbar" aria-label={t('dock.label')}>
      <DockButton
        className="primary"
        why={why ?? (app === null ? t('dock.chooseFirst') : null)}
        onClick={() => app !== null && void startApp(rest, app.packageName)}
      >
        <IconPlayerPlay aria-hidden="true" />
        <Label
          long={t(isChosen ? 'dock.startSome' : `dock.${start}`, { count: rest.length })}
          short={t(rest === ids && !isChosen ? 'dock.short.start' : 'dock.short.startSome', {
            count: rest.length,
          })}
        />
      </DockButton>
      <AppMenu {...props} />
      <Eyes {...props} why={why} />
      <VolumeMenu why={whyNone} ids={ids} />
      <DockButton
        className="icon"
        why={why}
        title={t('dock.identify')}
        onClick={() => void sendAction(ids, { do: 'identify' })}
      >
        <IconBell aria-hidden="true" />
        <Label isIcon long={t('dock.identify')} short={t('dock.short.identify')} />
      </DockButton>
      <MessageButton ids={ids} isChosen={isChosen} why={why} />
      <MoreMenu
        ids={ids}
        videos={props.videos}
        isChosen={isChosen}
        why={whyNone}
        onChoose={props.onChoose}
        onLive={props.onLive}
      />
      <DockButton className="danger" why={why} onClick={() => void endLesson(ids, idsInAttention)}>
        <IconPlayerStop aria-hidden="true" />
        <Label
          isShort
          long={t(isChosen ? 'dock.endSome' : 'dock.end', { count: ids.length })}
          short={t('dock.short.end')}
        />
      </DockButton>
    </footer>
  );
}, areAlike);

type ButtonProps = {
  className: string;
  /** Why it cannot be pressed now; null if it can. */
  why: string | null;
  title?: string;
  onClick: () => void;
  children: React.ReactNode;
};

/** A button that stays in its place, and can be reached, while it is disabled: on focus it says why. */
function DockButton({ className, why, title, onClick, children }: ButtonProps): React.JSX.Element {
  return (
    <button
      type="button"
      className={`big-btn ${className}`}
      title={title}
      {...blockedBy(why)}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

/** Asks for a text, and says whom it goes to. */
function MessageButton({
  ids,
  isChosen,
  why,
}: Pick<Props, 'ids' | 'isChosen'> & { why: string | null }): React.JSX.Element {
  const { t } = useTranslation('class');
  const [isOpen, setOpen] = useState(false);
  const unsupported = useUnsupportedCount('text', ids);
  const to = t(isChosen ? 'more.toSome' : 'more.toAll', { count: ids.length });
  const note = unsupported === 0 ? '' : `. ${t('more.notBy', { count: unsupported, total: ids.length })}`;
  return (
    <>
      <DockButton className="icon" why={why} title={t('dock.message')} onClick={() => setOpen(true)}>
        <IconMessage aria-hidden="true" />
        <Label isIcon long={t('dock.message')} short={t('dock.message')} />
      </DockButton>
      {isOpen && (
        <TextDialog
          kind="text"
          to={to + note}
          onClose={() => setOpen(false)}
          onText={(text) => {
            setOpen(false);
            void sendAction(ids, { do: 'text', text });
          }}
        />
      )}
    </>
  );
}

type LabelProps = { long: string; short: string; isIcon?: true; isShort?: true };

/** The label of a button: the whole sentence for screen readers and if it fits, otherwise one word. */
function Label({ long, short, isIcon, isShort }: LabelProps): React.JSX.Element {
  return (
    <>
      <span className={isIcon || isShort ? 'sr' : 'sr-narrow'}>{long}</span>
      <span className={isShort ? '' : isIcon ? 'dock-short of-icon' : 'dock-short'} aria-hidden="true">
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

/** Switches attention mode on and off: two buttons, each in its own place. */
function Eyes({
  ids,
  idsInAttention,
  here,
  isChosen,
  why,
}: Props & { why: string | null }): React.JSX.Element {
  const { t } = useTranslation('class');
  const isAnyInAttention = idsInAttention.length > 0;
  const isAllInAttention = isAnyInAttention && idsInAttention.length >= here;
  return (
    <>
      <DockButton
        className="eyes"
        why={why ?? (isAllInAttention ? t('dock.allInAttention') : null)}
        onClick={() => void sendAction(ids, { do: 'look' })}
      >
        <IconEye aria-hidden="true" />
        <Label
          long={t(isChosen ? 'dock.lookSome' : 'dock.look', { count: ids.length })}
          short={t('dock.short.look')}
        />
      </DockButton>
      <DockButton
        className="eyes"
        why={why ?? (isAnyInAttention ? null : t('dock.noneInAttention'))}
        onClick={() => void sendAction(isAllInAttention ? ids : idsInAttention, { do: 'resume' })}
      >
        <IconPlayerPlay aria-hidden="true" />
        <Label
          long={t(isAllInAttention || !isAnyInAttention ? 'dock.resume' : 'dock.resumeSome', {
            count: idsInAttention.length,
          })}
          short={t('dock.resume')}
        />
      </DockButton>
    </>
  );
}

function AppMenu({ apps, app, onApp }: Props): React.JSX.Element {
  const { t } = useTranslation('class');
  return (
    <Menu position="top-start" width={300}>
      <Menu.Target>
        <button type="button" className="big-btn app-btn">
          <span className="grow">
            <b className="cut clamp">{app?.name ?? t('dock.noApp')}</b>
            <small className="small faint block sr-narrow">
              {t(app === null ? 'dock.choose' : 'dock.chooseOther')}
            </small>
          </span>
          <IconSelector aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown className="class-menu half-high">
        <AppItems apps={apps} onApp={onApp} />
      </Menu.Dropdown>
    </Menu>
  );
}

type AppItemsProps = Pick<Props, 'apps' | 'onApp'>;

/** The apps of a class or a headset, as items of a menu: how many can start each now, and why the others cannot. */
export function AppItems({ apps, onApp }: AppItemsProps): React.JSX.Element {
  const { t } = useTranslation('class');
  return (
    <>
      {apps.length === 0 && (
        // It is its own reason: no tip repeats it.
        <Menu.Item {...blockedBy(t('dock.noApps'))} data-why={undefined}>
          {t('dock.noApps')}
        </Menu.Item>
      )}
      {apps.map((app) => (
        <Menu.Item key={app.packageName} onClick={() => onApp(app.packageName)}>
          <b>{app.name}</b>{' '}
          <span className="small faint">
            {t('dock.canStart', { count: app.startable, total: app.total })}
          </span>
          {(['inKiosk', 'offline', 'notInstalled'] as const).map(
            (why) =>
              app[why] > 0 && (
                <span key={why} className="small dim block">
                  {t(`dock.cannot.${why}`, { count: app[why] })}
                </span>
              ),
          )}
        </Menu.Item>
      ))}
    </>
  );
}

function VolumeMenu({ ids, why }: { ids: readonly string[]; why: string | null }): React.JSX.Element {
  const { t } = useTranslation('class');
  const format = useFormat();
  return (
    <Menu position="top" width={200}>
      <Menu.Target>
        <button type="button" className="big-btn icon" title={t('dock.volume')} {...blockedBy(why)}>
          <IconVolume aria-hidden="true" />
          <Label isIcon long={t('dock.volume')} short={t('dock.volume')} />
        </button>
      </Menu.Target>
      <Menu.Dropdown className="class-menu half-high">
        {VOLUMES.map((volume) => (
          <Menu.Item key={volume} onClick={() => void sendAction(ids, { do: 'volume', volume })}>
            {volume === 0 ? t('dock.mute') : format.percent(volume / 100)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
