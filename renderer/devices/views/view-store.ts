import { useEffect } from 'react';
import { create } from 'zustand';

import {
  closeBoard,
  getPicture,
  type HeadsetView,
  keepBoard,
} from '../../../shared/contract/commands/views.ts';
import { address } from '../../../shared/domain/kernel/address.ts';
import { call, isRefused } from '../../service/api.ts';
import { viewEvents } from '../../service/events.ts';
import { connection } from '../../service/session.ts';

/** Renewal interval, well within the station's lease of a board, in ms. */
const RENEW_MS = 5_000;

/** Views in this window. Pictures are in memory only, while shown. */
export const useViews = create<{
  readonly byId: Readonly<Record<string, HeadsetView>>;
  readonly pictures: Readonly<Record<string, { readonly etag: string; readonly bitmap: ImageBitmap }>>;
}>(() => ({ byId: {}, pictures: {} }));

/** How long a picture outlives its board, in ms: the next board of the same headset shows it until a newer one is there. */
const RETAIN_MS = 5_000;

/** What the screens of this window request, one list each. They share one board, so that none loses the others' pictures. */
const requested = new Set<readonly string[]>();
const boardId = crypto.randomUUID();
let shown: ReadonlySet<string> = new Set();
/** Entity tags of the pictures that are being loaded. */
const loading = new Map<string, string>();
let stop: (() => void) | null = null;
let isSettling = false;

/** Requests small pictures of these headsets while `isOn` and the window is visible. */
export function useBoard(ids: readonly string[], isOn: boolean): void {
  const key = ids.join(' ');
  useEffect(() => {
    if (!isOn || key === '') return;
    const own = key.split(' ');
    requested.add(own);
    settle();
    return () => {
      requested.delete(own);
      settle();
    };
  }, [key, isOn]);
}

/** Renews the board once all screens of a change have requested theirs, or closes it after the last one. */
function settle(): void {
  if (isSettling) return;
  isSettling = true;
  queueMicrotask(() => {
    isSettling = false;
    const before = shown;
    shown = new Set([...requested].flat());
    const left = [...before].filter((id) => !shown.has(id));
    if (left.length > 0) setTimeout(() => left.forEach((id) => !shown.has(id) && drop(id)), RETAIN_MS);
    if (shown.size > 0) {
      stop ??= follow();
      renew();
    } else if (stop !== null) {
      stop();
      stop = null;
      void call(closeBoard, { params: { boardId } });
    }
  });
}

function follow(): () => void {
  const timer = setInterval(renew, RENEW_MS);
  document.addEventListener('visibilitychange', renew);
  const unsubscribe = viewEvents.on((view) => {
    // Results of another board do not count; what this person may not see is only in its own reply.
    const known = useViews.getState().byId[view.id];
    if (shown.has(view.id) && known?.state !== 'notAllowed') take(view);
  });
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', renew);
    unsubscribe();
  };
}

function renew(): void {
  if (!document.hidden) void keep([...shown]);
}

async function keep(ids: readonly string[]): Promise<void> {
  const outcome = await call(keepBoard, { params: { boardId }, body: { devicesId: [...ids] } });
  if (isRefused(outcome)) return;
  for (const view of outcome.reply.items) if (shown.has(view.id)) take(view);
}

function take(view: HeadsetView): void {
  const { id, picture } = view;
  useViews.setState(({ byId }) => ({ byId: { ...byId, [id]: view } }));
  if (picture === null) return drop(id);
  const { etag } = picture;
  if (useViews.getState().pictures[id]?.etag !== etag && loading.get(id) !== etag)
    void fetchPicture(id, etag).finally(() => loading.get(id) === etag && loading.delete(id));
}

/** Loads a picture once. */
async function fetchPicture(id: string, expected: string): Promise<void> {
  loading.set(id, expected);
  const key = connection();
  try {
    const answer = await fetch((key?.url ?? '') + address(getPicture.path, { deviceId: id }), {
      headers: key === null ? {} : { authorization: `Bearer ${key.token}` },
    });
    if (!answer.ok) return;
    const etag = answer.headers.get('etag') ?? '';
    const bitmap = await createImageBitmap(await answer.blob());
    // It may have left the board meanwhile.
    if (!shown.has(id)) return;
    useViews.setState(({ pictures }) => ({ pictures: { ...pictures, [id]: { etag, bitmap } } }));
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
