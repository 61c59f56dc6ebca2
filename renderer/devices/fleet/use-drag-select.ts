import { useRef, type MouseEvent, type PointerEvent } from 'react';

import { useFleetList } from '../../model/fleet/fleet-list-store.ts';
import type { ListKeys } from './list-keys.ts';

/** Properties for the element of a list. */
export type DragSelect = {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onClickCapture: (event: MouseEvent) => void;
};

/**
 * Selects headsets by dragging: from the one where the mouse button was pressed to the current one, in the shown order,
 * as with Shift. Touch scrolls instead.
 */
export function useDragSelect({ rows, canSelect }: ListKeys): DragSelect {
  const from = useRef<string | null>(null);
  const last = useRef<string | null>(null);
  return {
    onPointerDown({ pointerType, button, shiftKey, ctrlKey, metaKey, target }) {
      const isPlain = pointerType === 'mouse' && button === 0 && !shiftKey && !ctrlKey && !metaKey;
      from.current = canSelect && isPlain ? headsetAt(target) : null;
      last.current = null;
    },
    onPointerMove({ buttons, target }) {
      if (from.current === null || buttons !== 1) return;
      const id = headsetAt(target);
      if (id === null || id === (last.current ?? from.current)) return;
      const list = useFleetList.getState();
      if (last.current === null) list.activate(from.current);
      last.current = id;
      list.extend(id, rows.flat());
    },
    // Releasing over the first headset would open it.
    onClickCapture(event) {
      if (last.current !== null) event.stopPropagation();
      last.current = null;
    },
  };
}

function headsetAt(target: EventTarget): string | null {
  if (!(target instanceof Element)) return null;
  const element = target.closest('[id^="tile-"], [id^="row-"]');
  return element === null ? null : element.id.replace(/^(?:tile|row)-/, '');
}
