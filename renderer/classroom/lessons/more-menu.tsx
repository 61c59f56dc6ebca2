import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { blockedBy } from '../../ui/why/why.ts';
import { MAX_LIVE } from '../../../shared/contract/commands/views.ts';
import type { ClassAction } from '../../../shared/contract/classroom/class-run.ts';
import { useFormat } from '../../copy/format.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { sendAction } from '../state/class-store.ts';
import type { ClassVideo } from '../state/apps.ts';
import { clearLesson, putInGroup, setTimer, TAPPED_GROUPS, useLessonMemory } from './lesson-memory.ts';
import { NamesDialog } from './names-dialog.tsx';
import { TextDialog } from './text-dialog.tsx';
import { useUnsupportedCount } from '../state/unsupported.ts';

const BRIGHTNESSES = [20, 50, 80, 100] as const;
const MINUTES = [5, 10, 20, 45] as const;

type Props = {
  ids: readonly string[];
  videos: readonly ClassVideo[];
  isChosen: boolean;
  /** Why nothing can be sent now. */
  why: string | null;
  onChoose: (ids: readonly string[]) => void;
  onLive: (ids: readonly string[]) => void;
};

type Request = 'url' | 'powerOff' | 'names' | null;

/** Less frequent actions: videos, a web page, a text, brightness, power, timer, names and groups. */
export function MoreMenu(props: Props): React.JSX.Element {
  const { ids, why } = props;
  const { t } = useTranslation('class');
  const [open, setOpen] = useState<Request>(null);
  const close = (): void => setOpen(null);
  const names = useFleet.getState().byId;
  const format = useFormat();
  const labels = ids.slice(0, 6).map((id) => names[id]?.label ?? '–');
  const rest = ids.length - labels.length;
  return (
    <>
      <Menu position="top-end" width={300}>
        <Menu.Target>
          <button type="button" className="big-btn icon" title={t('more.title')} {...blockedBy(why)}>
            <IconDots aria-hidden="true" />
            <span className="sr">{t('more.title')}</span>
            <span className="dock-short of-icon" aria-hidden="true">
              {t('more.title')}
            </span>
          </button>
        </Menu.Target>
        <Menu.Dropdown className="class-menu half-high">
          <Live {...props} />
          <Menu.Divider />
          <Videos {...props} />
          <Menu.Divider />
          <Known kind="url" ids={ids} onClick={() => setOpen('url')} />
          <Menu.Label>{t('kind.brightness')}</Menu.Label>
          <div className="menu-row row wrap close">
            {BRIGHTNESSES.map((brightness) => (
              <Menu.Item
                key={brightness}
                onClick={() => void sendAction(ids, { do: 'brightness', brightness })}
              >
                {format.percent(brightness / 100)}
              </Menu.Item>
            ))}
          </div>
          <Menu.Divider />
          <Menu.Label>{t('timer.label')}</Menu.Label>
          <div className="menu-row row wrap close">
            {MINUTES.map((minutes) => (
              <Menu.Item key={minutes} onClick={() => setTimer(minutes)}>
                {t('timer.minutes', { count: minutes })}
              </Menu.Item>
            ))}
          </div>
          <Menu.Item onClick={() => setOpen('names')}>{t('names.action')}</Menu.Item>
          <Groups {...props} />
          <Menu.Item onClick={clearLesson}>{t('names.clear')}</Menu.Item>
          <Menu.Divider />
          <Known kind="powerOff" ids={ids} isDanger onClick={() => setOpen('powerOff')} />
        </Menu.Dropdown>
      </Menu>
      {open === 'url' && (
        <TextDialog
          kind="url"
          to={t(props.isChosen ? 'more.toSome' : 'more.toAll', { count: ids.length })}
          onClose={close}
          onText={(text) => {
            close();
            void sendAction(ids, { do: 'url', url: text });
          }}
        />
      )}
      {open === 'names' && <NamesDialog ids={ids} onClose={close} />}
      <ConfirmDialog
        isOpen={open === 'powerOff'}
        title={t('more.powerOffTitle', { count: ids.length })}
        text={t('more.powerOffText', {
          names: format.list(rest > 0 ? [...labels, t('run.more', { count: rest })] : labels),
        })}
        action={t('kind.powerOff')}
        onConfirm={() => {
          close();
          void sendAction(ids, { do: 'powerOff' });
        }}
        onClose={close}
      />
    </>
  );
}

/** Several live views at once, as many as the station serves. */
function Live({ ids, onLive }: Props): React.JSX.Element {
  const { t } = useTranslation('class');
  const isPossible = ids.length > 1 && ids.length <= MAX_LIVE;
  return (
    <Menu.Item
      {...blockedBy(!isPossible && t('more.liveMax', { count: MAX_LIVE }))}
      onClick={() => onLive(ids)}
    >
      {t('more.live')}
      {!isPossible && <span className="small dim block">{t('more.liveMax', { count: MAX_LIVE })}</span>}
    </Menu.Item>
  );
}

/** The assigned videos, and controls for the playing one. */
function Videos({ ids, videos }: Props): React.JSX.Element {
  const { t } = useTranslation('class');
  return (
    <>
      <Menu.Label>{t('more.videos')}</Menu.Label>
      {videos.length === 0 && <Menu.Label className="faint">{t('more.noVideos')}</Menu.Label>}
      {videos.map(({ contentId, title, count }) => (
        <Menu.Item key={contentId} onClick={() => void sendAction(ids, { do: 'video', contentId, title })}>
          <b>{title}</b> <span className="small faint">{t('dock.on', { count, total: ids.length })}</span>
        </Menu.Item>
      ))}
      {videos.length > 0 && (
        <div className="menu-row row wrap close">
          <Known kind="videoPause" ids={ids} onClick={() => void sendAction(ids, { do: 'videoPause' })} />
          <Known kind="videoRestart" ids={ids} onClick={() => void sendAction(ids, { do: 'videoRestart' })} />
        </div>
      )}
    </>
  );
}

type KnownProps = {
  kind: 'url' | 'powerOff' | 'videoPause' | 'videoRestart';
  ids: readonly string[];
  isDanger?: boolean;
  onClick: () => void;
};

/** A command that not every agent supports: headsets known not to are listed before it is sent. */
function Known({ kind, ids, isDanger = false, onClick }: KnownProps): React.JSX.Element {
  const { t } = useTranslation('class');
  const count = useUnsupportedCount(kind satisfies ClassAction['do'], ids);
  return (
    <Menu.Item
      {...blockedBy(count > 0 && count === ids.length && t('more.notBy', { count, total: count }))}
      className={isDanger ? 'danger' : ''}
      onClick={onClick}
    >
      {t(`kind.${kind}`)}
      {count > 0 && <span className="small dim block">{t('more.notBy', { count, total: ids.length })}</span>}
    </Menu.Item>
  );
}

/** Groups made by tapping: adds the selected headsets, and selects a group with one press. */
function Groups({ ids, isChosen, onChoose }: Props): React.JSX.Element {
  const { t } = useTranslation('class');
  const groups = useLessonMemory((memory) => memory.groups);
  return (
    <>
      <Menu.Label>{t(isChosen ? 'groups.put' : 'groups.choose')}</Menu.Label>
      <div className="menu-row row wrap close">
        {TAPPED_GROUPS.map((group) => {
          const members = groups[group] ?? [];
          return (
            <Menu.Item
              key={group}
              {...blockedBy(!isChosen && members.length === 0 && t('groups.empty'))}
              onClick={() => (isChosen ? putInGroup(group, ids) : onChoose(members))}
            >
              {t(`groups.${group}`)} {members.length > 0 && <span className="faint">{members.length}</span>}
            </Menu.Item>
          );
        })}
      </div>
    </>
  );
}
