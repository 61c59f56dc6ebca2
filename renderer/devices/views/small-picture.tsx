import { IconEyeOff, IconHourglass, IconWifiOff } from '@tabler/icons-react';
import { useReducedMotion } from '@mantine/hooks';
import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import './views.css';
import { useFleet } from '../../model/fleet/fleet-store.ts';
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
  const hasPicture = isPractice || bitmap !== undefined;
  return (
    <span className="view-pic" aria-hidden={hasPicture}>
      <canvas ref={canvas} hidden={!hasPicture} />
      {!hasPicture && <Missing id={id} />}
    </span>
  );
});

function Missing({ id }: { id: string }): React.JSX.Element {
  const { t } = useTranslation('views');
  const state = useViews(({ byId }) => byId[id]?.state ?? 'asked');
  const isLinked = useFleet(({ byId }) => byId[id]?.isLinked === true);
  const isTakenOff = useFleet(({ byId }) => byId[id]?.worn === false);
  const shown = !isLinked ? 'offline' : state === 'asked' && isTakenOff ? 'paused' : state;
  const Icon =
    shown === 'offline' ? IconWifiOff : shown === 'asked' || shown === 'showing' ? IconHourglass : IconEyeOff;
  return (
    <span className="view-none">
      <Icon className="i" aria-hidden="true" />
      <span className="cut">{t(`state.${shown === 'showing' ? 'asked' : shown}`)}</span>
    </span>
  );
}
