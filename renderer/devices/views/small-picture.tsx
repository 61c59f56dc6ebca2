import { IconEyeOff, IconHourglass, IconWifiOff } from '@tabler/icons-react';
import { useReducedMotion } from '@mantine/hooks';
import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import './views.css';
import { useFleet, useIsOnline } from '../../model/fleet/fleet-store.ts';
import { useIsCutOff } from '../../model/notes/cut-off-banner.tsx';
import { paintPractice } from './practice-scene.ts';
import { useViews } from './view-store.ts';

const SIZE = { width: 320, height: 180 };

/** The newest small picture of a headset on a board, or why there is none. Its name and state are beside it. */
export const SmallPicture = memo(function SmallPicture({ id }: { id: string }): React.JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = useViews(({ pictures }) => pictures[id]);
  const isPractice = useFleet(({ byId }) => byId[id]?.isPractice === true && byId[id].isLinked);
  const name = useFleet(({ byId }) => byId[id]?.label ?? '');
  const isStill = useReducedMotion();
  const bitmap = picture?.bitmap;
  useEffect(() => {
    const { current } = canvas;
    if (current === null || bitmap === undefined) return;
    current.width = bitmap.width;
    current.height = bitmap.height;
    current.getContext('2d')?.drawImage(bitmap, 0, 0);
  }, [bitmap]);
  useEffect(() => {
    const { current } = canvas;
    if (current === null || !isPractice) return;
    Object.assign(current, SIZE);
    const paint = (): void => paintPractice(current, name, Date.now());
    paint();
    const timer = setInterval(paint, isStill ? 5_000 : 1_000);
    return () => clearInterval(timer);
  }, [isPractice, name, isStill]);
  const isCutOff = useIsCutOff();
  const isHere = useIsOnline(id);
  // An old picture would look live.
  const hasPicture = isHere && !isCutOff && (isPractice || bitmap !== undefined);
  return (
    <span className="view-pic" aria-hidden={hasPicture}>
      <canvas ref={canvas} hidden={!hasPicture} />
      {!hasPicture && <Missing id={id} isHere={isHere} isCutOff={isCutOff} />}
    </span>
  );
});

type MissingProps = { id: string; isHere: boolean; isCutOff: boolean };

function Missing({ id, isHere, isCutOff }: MissingProps): React.JSX.Element {
  const { t } = useTranslation('views');
  const state = useViews(({ byId }) => byId[id]?.state ?? 'asked');
  const isTakenOff = useFleet(({ byId }) => byId[id]?.worn === false);
  // Who is here is said by the fleet alone: the state of a view may be older or newer.
  const isAwaited = state === 'asked' || state === 'showing' || state === 'offline';
  const isPaused = isCutOff || (isAwaited && isTakenOff);
  const shown = !isHere ? 'offline' : isPaused ? 'paused' : isAwaited ? 'asked' : state;
  const Icon = shown === 'offline' ? IconWifiOff : shown === 'asked' ? IconHourglass : IconEyeOff;
  return (
    <span className="view-none">
      <Icon className="i" aria-hidden="true" />
      <span className="cut">{t(`state.${shown}`)}</span>
    </span>
  );
}
