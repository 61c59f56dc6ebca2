import { Button, Popover } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconBell } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useShallow } from 'zustand/react/shallow';

import { useFormat } from '../../copy/format.ts';
import { useMay } from '../../service/session.ts';
import { StateGlyph, type GlyphState } from '../../ui/headset/state-glyph.tsx';
import { FailureReason } from '../../model/notes/failure-reason.tsx';
import { RetryDownloads } from '../../model/notes/retry-downloads.tsx';
import { contentName } from '../../model/content/use-app-names.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { useFleetList } from '../../model/fleet/fleet-list-store.ts';
import { notify } from '../../ui/dialogs/toasts.tsx';
import { useNotices, watchForNotices, type Notice } from './notices.ts';

/**
 * The bell: notifications, newest first, with the number of new ones. New ones also appear in the corner for a while.
 */
export function NoticeList(): React.JSX.Element {
  const { t } = useTranslation(['shell', 'common']);
  const [isOpen, setOpen] = useState(false);
  const { items, unread, read, clear } = useNotices();
  const labels = useNoticeLabels();
  useToasts();
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="right-end"
      shadow="none"
      width={340}
      trapFocus
      onOpen={read}
    >
      <Popover.Target>
        <button
          type="button"
          className="icon-btn bell"
          title={t('shell:notice.open')}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconBell className="i s" aria-hidden="true" />
          <span className="sr">{t('shell:notice.open')}</span>
          {unread > 0 && (
            <span className="bell-count">
              {unread} <span className="sr">{t('shell:notice.unread', { count: unread })}</span>
            </span>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown className="floating notice-list">
        {items.length === 0 && <p className="dim">{t('shell:notice.none')}</p>}
        <ul>
          {items.map((notice) => (
            <li key={notice.id}>
              <NoticeLine notice={notice} labels={labels} onDone={() => setOpen(false)} />
              <Failure notice={notice} onDone={() => setOpen(false)} />
            </li>
          ))}
        </ul>
        {items.length > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={clear}>
            {t('shell:notice.clear')}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

type LineProps = { notice: Notice; labels: NoticeLabels; onDone: () => void };

function NoticeLine({ notice, labels, onDone }: LineProps): React.JSX.Element {
  const format = useFormat();
  const open = useOpen();
  return (
    <button
      type="button"
      className="notice-line hovers row baseline"
      onClick={() => {
        open(notice);
        onDone();
      }}
    >
      <StateGlyph state={glyphOf(notice)} />
      <span className="grow">{labels(notice)}</span>
      <span className="small faint">{format.clock(notice.atMs)}</span>
    </button>
  );
}

/** The reason why the first headset could not download it, and a button to retry on all that still fail. */
function Failure({ notice, onDone }: Omit<LineProps, 'labels'>): React.JSX.Element | null {
  const { about } = notice;
  const ids = about.kind === 'headsets' && about.state === 'failed' ? about.ids : NO_IDS;
  const failed = useFleet(
    useShallow(({ stateById }) => ids.filter((id) => stateById[id]?.state === 'failed')),
  );
  const [first] = failed;
  if (about.kind !== 'headsets' || first === undefined) return null;
  return (
    <div className="row notice-more">
      <span className="grow small dim">
        <FailureReason deviceId={first} subject={about.file} stamp={String(notice.atMs)} />
      </span>
      <RetryDownloads ids={failed} onDone={onDone} />
    </div>
  );
}

const NO_IDS: readonly string[] = [];

function glyphOf({ about }: Notice): GlyphState {
  if (about.kind === 'enrolmentClosed') return 'attention';
  return about.kind === 'plan' || about.state === 'profile' ? 'failed' : about.state;
}

/** Opens the screen where something can be done about it. */
function useOpen(): (notice: Notice) => void {
  const [, navigate] = useLocation();
  const isTechnician = useMay('technician');
  return ({ about }) => {
    if (about.kind === 'plan') return navigate(`/configure/plan/${about.planId}`);
    if (about.kind === 'enrolmentClosed') return navigate('/enrol');
    const [only] = about.ids;
    if (isTechnician) useFleetList.getState().select(about.ids);
    if (only !== undefined && about.ids.length === 1) useFleetList.getState().show(only);
    navigate('/fleet?show=needsYou');
  };
}

type NoticeLabels = (notice: Notice) => string;

/** Maximum number of names. */
const MAX_NAMES = 5;

function useNoticeLabels(): NoticeLabels {
  const { t } = useTranslation(['shell', 'common']);
  const format = useFormat();
  return useMemo(
    () =>
      ({ about }) => {
        if (about.kind === 'enrolmentClosed') return t('shell:notice.enrolmentClosed');
        if (about.kind === 'plan') {
          return t('shell:notice.plan', { title: about.title, count: about.failed });
        }
        const { byId } = useFleet.getState();
        const names = about.ids.slice(0, MAX_NAMES).map((id) => byId[id]?.label ?? t('common:unnamed'));
        const rest = about.ids.length - names.length;
        const all = rest > 0 ? [...names, t('shell:notice.others', { count: rest })] : names;
        const reported = { count: about.ids.length, names: format.list(all) };
        return about.file === null
          ? t(`shell:notice.${about.state}`, reported)
          : t('shell:notice.failedFile', { ...reported, file: contentName(about.file) });
      },
    [t, format],
  );
}

/** How long a notification stays in the corner, in ms. */
const TOAST_MS = 8_000;

/** Shows new notifications in the corner; they take no focus, and stay in the list. */
function useToasts(): void {
  const labels = useNoticeLabels();
  const open = useOpen();
  const isTechnician = useMay('technician');
  const current = useRef({ labels, open });
  useEffect(() => {
    current.current = { labels, open };
  });
  useEffect(
    () =>
      watchForNotices(isTechnician, (notice) => {
        // Enrol shows it beside the code already, and the corner would cover the slots.
        if (window.location.pathname.startsWith('/enrol')) return;
        const { labels: say, open: show } = current.current;
        const id = `notice-${notice.id}`;
        notify(
          <button
            type="button"
            className="notice-line hovers row baseline"
            onClick={() => {
              notifications.hide(id);
              show(notice);
            }}
          >
            <StateGlyph state={glyphOf(notice)} />
            <span>{say(notice)}</span>
          </button>,
          { id, autoClose: TOAST_MS },
        );
      }),
    [isTechnician],
  );
}
