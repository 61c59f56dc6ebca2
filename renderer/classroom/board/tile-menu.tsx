import { Menu } from '@mantine/core';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { blockedBy } from '../../ui/why/why.ts';
import { useCannotSee } from '../../devices/index.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import type { ClassApp } from '../state/apps.ts';
import { sendAction, startApp } from '../state/class-store.ts';

/** How long a finger stays on a tile to open its menu, in ms, and how far it may move, in px. */
const HOLD_MS = 500;
const STILL_PX = 10;

type Place = { readonly id: string; readonly x: number; readonly y: number };

/** Opens the menu of a tile: by the context menu key, the right mouse button, or a finger that stays. */
export function useTileMenu() {
  const [place, setPlace] = useState<Place | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const from = useRef<Place | null>(null);
  const isHeld = useRef(false);
  const board = useRef<Element | null>(null);
  const release = (): void => clearTimeout(timer.current);
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      isHeld.current = false;
      release();
      const id = tileAt(event.target)?.dataset['id'];
      if (event.pointerType !== 'touch' || id === undefined) return;
      const at = { id, x: event.clientX, y: event.clientY };
      from.current = at;
      // Not every browser opens a context menu for it.
      timer.current = setTimeout(() => {
        isHeld.current = true;
        setPlace(at);
      }, HOLD_MS);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x, y } = from.current ?? { x: clientX, y: clientY };
      if (Math.hypot(clientX - x, clientY - y) > STILL_PX) release();
    },
    onPointerUp: release,
    onPointerCancel: release,
    onClickCapture: (event: MouseEvent) => {
      // The end of a hold is no press.
      if (isHeld.current) event.stopPropagation();
      isHeld.current = false;
    },
    onContextMenu: (event: MouseEvent) => {
      release();
      board.current = event.currentTarget;
      const id = tileAt(event.target)?.dataset['id'];
      if (id === undefined) return;
      event.preventDefault();
      setPlace({ id, x: event.clientX, y: event.clientY });
    },
    /** Opens the menu of the tile with the keyboard focus. */
    onKeyDownCapture: (event: KeyboardEvent) => {
      if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return;
      board.current = event.currentTarget;
      const tile = event.currentTarget.querySelector<HTMLElement>('.pupil.active');
      const id = tile?.dataset['id'];
      if (tile === null || id === undefined) return;
      event.preventDefault();
      const { left, bottom } = tile.getBoundingClientRect();
      setPlace({ id, x: left, y: bottom });
    },
  };
  const close = (): void => {
    setPlace(null);
    // The keyboard continues where it was.
    if (board.current instanceof HTMLElement) board.current.focus({ preventScroll: true });
  };
  return { place, close, handlers };
}

function tileAt(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('.pupil') : null;
}

type Props = {
  menu: Pick<ReturnType<typeof useTileMenu>, 'place' | 'close'>;
  /** False for people who can only view. */
  canChoose: boolean;
  onSee: (id: string) => void;
  onToggle: (id: string) => void;
  chosen: ReadonlySet<string>;
  inAttention: ReadonlySet<string>;
  app: Pick<ClassApp, 'packageName' | 'name'> | null;
};

/** What can be done with one headset of the class, and why it cannot show what it sees. */
export function TileMenu({ menu: { place, close }, ...props }: Props): React.JSX.Element {
  return (
    <Menu
      opened={place !== null}
      onClose={close}
      position="bottom-start"
      width={300}
      returnFocus={false}
      // Its anchor has no size: at the edge of the board it would count as out of sight.
      hideDetached={false}
    >
      <Menu.Target>
        <span
          className="tile-menu-anchor"
          aria-hidden="true"
          style={{ left: place?.x ?? 0, top: place?.y ?? 0 }}
        />
      </Menu.Target>
      <Menu.Dropdown className="class-menu half-high">
        {place !== null && <Items id={place.id} {...props} />}
      </Menu.Dropdown>
    </Menu>
  );
}

function Items({ id, ...props }: Omit<Props, 'menu'> & { id: string }): React.JSX.Element {
  const { canChoose, onSee, onToggle, chosen, inAttention, app } = props;
  const { t } = useTranslation(['class', 'views', 'common']);
  const name = useFleet(({ byId }) => byId[id]?.label ?? t('common:unnamed'));
  const cannot = useCannotSee(id);
  const isLooking = inAttention.has(id);
  return (
    <>
      <Menu.Label>{name}</Menu.Label>
      <Menu.Item {...blockedBy(cannot !== null && t(`views:cannot.${cannot}`))} onClick={() => onSee(id)}>
        {t('views:see')}
        {cannot !== null && <span className="small block">{t(`views:cannot.${cannot}`)}</span>}
      </Menu.Item>
      {canChoose && (
        <>
          <Menu.Item onClick={() => onToggle(id)}>
            {t(chosen.has(id) ? 'class:tile.deselect' : 'class:tile.select')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>{t('class:only')}</Menu.Label>
          <Menu.Item onClick={() => void sendAction([id], { do: isLooking ? 'resume' : 'look' })}>
            {t(isLooking ? 'class:dock.resume' : 'class:dock.short.look')}
          </Menu.Item>
          {app !== null && (
            <Menu.Item onClick={() => void startApp([id], app.packageName)}>
              {t('class:tile.start', { app: app.name })}
            </Menu.Item>
          )}
          <Menu.Item onClick={() => void sendAction([id], { do: 'identify' })}>
            {t('class:dock.short.identify')}
          </Menu.Item>
        </>
      )}
    </>
  );
}
