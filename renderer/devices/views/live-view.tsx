import { Button, Switch } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconPresentation, IconShieldLock } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import './views.css';
import { MAX_HIGH_FIDELITY } from '../../../shared/domain/commands/stream-quality.ts';
import { isWorse } from '../../../shared/domain/commands/view-quality.ts';
import { useFleet, useIsOnline } from '../../model/fleet/fleet-store.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { type Live, LivePlayer, NOT_YET } from './live-player.ts';
import { paintPractice } from './practice-scene.ts';
import { useViews } from './view-store.ts';
import { ticked } from '../../ui/controls/field-props.ts';

const PRACTICE = { width: 960, height: 540, fps: 20 };

/** Watches a headset live while shown; a new `attempt` reconnects. */
export function useLive(id: string, attempt = 0): Live {
  const [shown, setShown] = useState<{ readonly of: string; readonly live: Live }>({ of: '', live: NOT_YET });
  const of = `${id} ${attempt}`;
  const isPractice = useFleet(({ byId }) => byId[id]?.isPractice === true);
  const name = useFleet(({ byId }) => byId[id]?.label ?? '');
  useEffect(() => {
    const show = (live: Live): void => setShown({ of, live });
    if (isPractice) return playPractice(name, (stream) => show({ ...NOT_YET, phase: 'live', stream }));
    const player = new LivePlayer(id, show);
    player.start();
    return () => player.stop();
  }, [id, of, isPractice, name]);
  // Nothing is shown of another headset or an earlier attempt.
  return shown.of === of ? shown.live : NOT_YET;
}

/** Paints the picture of a practice headset in this window. */
function playPractice(name: string, show: (stream: MediaStream) => void): () => void {
  const canvas = document.createElement('canvas');
  canvas.width = PRACTICE.width;
  canvas.height = PRACTICE.height;
  const paint = (): void => paintPractice(canvas, name, Date.now());
  paint();
  const timer = setInterval(paint, 1_000 / PRACTICE.fps);
  const stream = canvas.captureStream(PRACTICE.fps);
  show(stream);
  return () => {
    clearInterval(timer);
    for (const track of stream.getTracks()) track.stop();
  };
}

type Props = { id: string; live: Live; onRetry: () => void };

/** The large picture, or why there is none. */
export function LivePicture({ id, live, onRetry }: Props): React.JSX.Element {
  const { t } = useTranslation('views');
  const video = useRef<HTMLVideoElement>(null);
  const name = useFleet(({ byId }) => byId[id]?.label ?? '');
  const isStill = useReducedMotion();
  const [isPlaying, setPlaying] = useState(false);
  const isMoving = isPlaying || !isStill;
  const { phase, stream } = live;
  const [framed, setFramed] = useState<MediaStream | null>(null);
  const isLive = phase === 'live' && stream !== null && framed === stream;
  useEffect(() => {
    const { current } = video;
    if (current === null) return;
    current.srcObject = stream;
    if (stream === null) return;
    void current.play().catch(() => undefined);
    const awaited = current.requestVideoFrameCallback(() => setFramed(stream));
    return () => current.cancelVideoFrameCallback(awaited);
  }, [stream]);
  useEffect(() => {
    const { current } = video;
    if (current === null || !isLive || isMoving) return;
    // A still every five seconds, for people who prefer reduced motion.
    current.pause();
    const timer = setInterval(() => {
      void current.play().then(() => setTimeout(() => current.pause(), 100));
    }, 5_000);
    return () => {
      clearInterval(timer);
      void current.play().catch(() => undefined);
    };
  }, [isLive, isMoving]);
  return (
    <figure className="view-stage">
      {/* Plays under whatever covers it: browsers draw no frames of what is hidden. */}
      <video ref={video} muted playsInline aria-hidden={!isLive} aria-label={t('of', { name })} />
      {isLive ? (
        <figcaption className="view-live row">
          <StateGlyph state="inUse" />
          {!isMoving
            ? t('still')
            : live.behindMs === null || live.behindMs < 50
              ? t('live')
              : t('behind', { seconds: Math.round(live.behindMs / 100) / 10 })}
          {!isMoving && <SmallButton onClick={() => setPlaying(true)}>{t('play')}</SmallButton>}
        </figcaption>
      ) : (
        <Nothing id={id} live={live} onRetry={onRetry} />
      )}
    </figure>
  );
}

function Nothing({ id, live, onRetry }: Props): React.JSX.Element {
  const { t } = useTranslation('views');
  const isOnOtherNetwork = useViews(({ byId }) => byId[id]?.live === 'otherNetwork');
  const isHere = useIsOnline(id);
  const { phase, refusal } = live;
  const retry = (
    <Button variant="default" onClick={onRetry}>
      {t('retry')}
    </Button>
  );
  if (phase === 'blocked' || isOnOtherNetwork) {
    return (
      <div className="view-nothing grid roomy framed" role="status">
        <b>{t('blocked.title')}</b>
        <p>{t(isOnOtherNetwork ? 'blocked.otherNetwork' : 'blocked.isolated')}</p>
        {retry}
      </div>
    );
  }
  return (
    <div className="view-nothing grid roomy framed" role="status">
      {!isHere ? (
        <p>{t('away')}</p>
      ) : refusal === null ? (
        <p>{t(phase === 'live' ? 'state.asked' : 'connecting')}</p>
      ) : (
        <RefusalNote refusal={refusal} />
      )}
      {phase === 'refused' && retry}
    </div>
  );
}

/** Measured reception, and why it is not better. */
export function Arrives({ live }: { live: Live }): React.JSX.Element | null {
  const { t } = useTranslation(['views', 'headset']);
  const { arrival, agreed, phase } = live;
  if (arrival === null || phase !== 'live') return null;
  const isWeak = agreed !== null && isWorse(arrival, agreed);
  const reason = agreed?.fallbackReason ?? null;
  return (
    <div className="view-arrives row wrap baseline">
      <span className={`status s-${isWeak ? 'attention' : 'ready'}`}>
        <StateGlyph state={isWeak ? 'attention' : 'ready'} />
        {t(isWeak ? 'views:weak' : 'views:good')}
      </span>
      <b>
        {t('views:numbers', {
          height: arrival.height,
          fps: Math.round(arrival.fps),
          mbits: Math.round(arrival.bitrateKbps / 100) / 10,
        })}
      </b>
      <span className="small dim">
        {t('views:lost', {
          percent: Math.round(arrival.lostShare * 1_000) / 10,
          ms: Math.round(arrival.roundTripMs ?? 0),
        })}
      </span>
      {reason !== null && (
        <p className="small dim">
          <b>{t('views:less')}</b> {t(`headset:fallback.${reason}`, { count: MAX_HIGH_FIDELITY })}
        </p>
      )}
    </div>
  );
}

/** Privacy note beside every live view. */
export function Privacy({ isListed = false }: { isListed?: boolean }): React.JSX.Element {
  const { t } = useTranslation('views');
  return (
    <p className="view-privacy row top dim">
      <IconShieldLock className="i s" aria-hidden="true" />
      <span>
        {t('privacy')}
        {isListed && ` ${t('listed')}`}
      </span>
    </p>
  );
}

/** Shows the stream in a second window, for a projector, with the name on request. */
export function useProjector(stream: MediaStream | null, name: string) {
  const [opened, setOpened] = useState<Window | null>(null);
  const [hasName, setHasName] = useState(true);
  const [isBlocked, setBlocked] = useState(false);
  useEffect(() => {
    if (opened === null) return;
    fill(opened, stream, hasName ? name : '');
    const timer = setInterval(() => {
      if (opened.closed) setOpened(null);
    }, 500);
    return () => clearInterval(timer);
  }, [opened, stream, name, hasName]);
  useEffect(() => () => opened?.close(), [opened]);
  const toggle = (): void => {
    if (opened !== null) return setOpened(null);
    const made = window.open('about:blank', 'muster-projector', 'popup,width=1280,height=720');
    setBlocked(made === null);
    setOpened(made);
  };
  return { isOpen: opened !== null, isBlocked, hasName, setHasName, toggle };
}

function fill(target: Window, stream: MediaStream | null, name: string): void {
  const { document: page } = target;
  page.title = name === '' ? 'Muster' : name;
  page.body.style.cssText = 'margin:0;background:#000;overflow:hidden';
  let video = page.querySelector('video');
  if (video === null) {
    video = page.createElement('video');
    video.muted = true;
    video.autoplay = true;
    video.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;object-fit:contain';
    page.body.append(video);
  }
  if (video.srcObject !== stream) video.srcObject = stream;
  let caption = page.querySelector('p');
  if (caption === null) {
    caption = page.createElement('p');
    page.body.append(caption);
  }
  caption.textContent = name;
  caption.style.cssText = `display:${name === '' ? 'none' : 'block'};position:fixed;left:48px;bottom:48px;margin:0;padding:16px 28px;border-radius:14px;background:#0b0e10;color:#fff;font:650 40px/48px system-ui`;
}

/** Buttons for the second window. */
export function ToClass({ projector }: { projector: ReturnType<typeof useProjector> }): React.JSX.Element {
  const { t } = useTranslation('views');
  return (
    <div className="view-to-class stack">
      <Button
        className="on-primary"
        size="lg"
        fullWidth
        leftSection={<IconPresentation aria-hidden="true" />}
        onClick={projector.toggle}
      >
        {t(projector.isOpen ? 'endToClass' : 'toClass')}
      </Button>
      <Switch
        label={t('withName')}
        labelPosition="left"
        {...ticked(projector.hasName, projector.setHasName)}
      />
      {projector.isBlocked && <p role="alert">{t('noWindow')}</p>}
    </div>
  );
}
