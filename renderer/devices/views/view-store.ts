import { useEffect, useMemo, useRef } from 'react';
import { create } from 'zustand';

import {
  closeBoard,
  getPicture,
  type HeadsetView,
  keepBoard,
} from '../../../shared/contract/commands/views.ts';
import { address, call, isRefused } from '../../service/api.ts';
import { viewEvents } from '../../service/news.ts';
import { connection } from '../../service/session.ts';

/** Renewal interval, well within the station's lease of a board, in ms. */
const RENEW_MS = 5_000;

/** Views in this window. Pictures are in memory only, while shown. */
export const useViews = create<{
  readonly byId: Readonly<Record<string, HeadsetView>>;
  readonly pictures: Readonly<Record<string, { readonly etag: string; readonly bitmap: ImageBitmap }>>;
}>(() => ({ byId: {}, pictures: {} }));

/** Requests small pictures of these headsets while `isOn` and the window is visible. */
export function useBoard(ids: readonly string[], isOn: boolean): void {
  const boardId = useMemo(() => crypto.randomUUID(), []);
  const shown = useRef<readonly string[]>([]);
  const key = ids.join(' ');
  useEffect(() => {
    shown.current = key === '' ? [] : key.split(' ');
    if (!isOn || shown.current.length === 0) return;
    const check = (): void => {
      if (!document.hidden) void keep(boardId, shown.current);
    };
    check();
    const timer = setInterval(check, RENEW_MS);
    document.addEventListener('visibilitychange', check);
    const stopHearing = viewEvents.on((view) => {
      // Results of another board do not count; what this person may not see is only in its own reply.
      const known = useViews.getState().byId[view.id];
      if (shown.current.includes(view.id) && known?.state !== 'notAllowed') take(view);
    });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
      stopHearing();
    };
  }, [boardId, key, isOn]);
  useEffect(() => {
    if (!isOn) return;
    return () => {
      for (const id of shown.current) drop(id);
      void call(closeBoard, { params: { boardId } });
    };
  }, [boardId, isOn]);
}

async function keep(boardId: string, ids: readonly string[]): Promise<void> {
  const outcome = await call(keepBoard, { params: { boardId }, body: { devicesId: [...ids] } });
  if (isRefused(outcome)) return;
  for (const view of outcome.reply.items) take(view);
}

function take(view: HeadsetView): void {
  const before = useViews.getState().byId[view.id];
  useViews.setState(({ byId }) => ({ byId: { ...byId, [view.id]: view } }));
  if (view.picture === null) drop(view.id);
  else if (before?.picture?.etag !== view.picture.etag) void fetchPicture(view.id);
}

/** Loads a picture once. */
async function fetchPicture(id: string): Promise<void> {
  const key = connection();
  try {
    const answer = await fetch((key?.url ?? '') + address(getPicture.path, { deviceId: id }, {}), {
      headers: key === null ? {} : { authorization: `Bearer ${key.token}` },
    });
    if (!answer.ok) return;
    const etag = answer.headers.get('etag') ?? '';
    const bitmap = await createImageBitmap(await answer.blob());
    useViews.setState(({ pictures }) => {
      return { pictures: { ...pictures, [id]: { etag, bitmap } } };
    });
  } catch {
    // Disconnected, or an unreadable picture: the next one comes in a few seconds.
  }
}

function drop(id: string): void {
  useViews.setState(({ pictures }) => {
    if (pictures[id] === undefined) return { pictures };
    // Not closed: another tile may be about to draw it.
    const { [id]: _gone, ...rest } = pictures;
    return { pictures: rest };
  });
}
